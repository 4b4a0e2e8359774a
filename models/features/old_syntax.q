/* EXPECT: T */
E<> S.done

/* EXPECT: T */
A[] S.done imply count == 5
