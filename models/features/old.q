// Two coins, then at least two time units for the coffee.
/* EXPECT: T */
E<> Guest.happy

/* EXPECT: T */
A[] Machine.brewing imply y <= 3
