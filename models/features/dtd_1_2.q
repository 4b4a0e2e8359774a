/* EXPECT: T */
A<> Train.arrived
/* EXPECT: F */
E<> Train.arrived && x < 5
