/* A location called mid.way is mid_way here. EXPECT: T */
E<> Terms.mid_way && y[1] - x == 2
/* EXPECT: T */
E<> Terms.end && i == 1
/* 0 + 1 + 4. EXPECT: T */
A[] Statements.end imply list[1] == 5
/* Out of range is no error, but impossible. EXPECT: F */
E<> Ranges.never
/* The third acts first, if it is there. EXPECT: T */
E<> order == 21
/* EXPECT: F */
E<> order == 12 || order == 32 || Third.deaf && First.end && order != 21
/* 321 does not fit. EXPECT: T */
A[] Third.start imply First.start
