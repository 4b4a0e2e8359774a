/* A meeting can end. EXPECT: T */
E<> Chair.done
/* It never ends before four. EXPECT: T */
A[] Chair.done imply x >= 4
/* The guest can miss it. EXPECT: T */
E<> Chair.done && Guest.home
/* Somebody who has not spoken is waited for. EXPECT: T */
A[] Chair.done imply spoken == 2
/* Nobody listens while the chair is idle. EXPECT: F */
E<> Chair.idle && Ann.listening
