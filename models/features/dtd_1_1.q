//This file was generated from (Academic) UPPAAL 4.0.15

/*
Both can be heard.
EXPECT: T
*/
E<> P1.b and heard == 1

/* EXPECT: T */
A[] not P1.b imply heard == 0
