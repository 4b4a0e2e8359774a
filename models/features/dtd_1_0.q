/* EXPECT: T */
E<> Q.b and n == 2
