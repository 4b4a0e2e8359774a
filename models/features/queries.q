// Comments in front of a query belong to it; a backslash at the end of a line goes on with the query.

/* Something can happen. EXPECT: T */
E<> Worker(0).busy and Worker(1).busy

/* Something always holds. EXPECT: T */
A[] Worker(0).busy imply Worker(0).x <= 5

/* Something can hold for ever. EXPECT: T */
E[] jobs == 2

/* Something must happen. EXPECT: F */
A<> jobs == 0

/* One thing leads to another. EXPECT: T */
Worker(1).busy --> Worker(1).idle

/*
 * Nothing stops.
 * EXPECT: F
 */
A[] not deadlock

/* Work ends only when there is none left. EXPECT: T */
A[] deadlock imply jobs == 0 and \
    forall (w : id_t) \
        Worker(w).idle

/* Clocks with every comparison, joined as one likes. EXPECT: T */
E<> (Worker(0).x != Worker(1).x || total > 3) && !(total >= 100) && Worker(0).x - total <= 0

/* exists over clocks. EXPECT: T */
A[] exists (w : id_t) Worker(w).x <= total

/* Locations as numbers. EXPECT: T */
A[] (sum (w : id_t) Worker(w).busy) + jobs + (sum (w : id_t) Worker(w).finished) == 2

/* Inner parentheses and constants. EXPECT: T */
E<> (true)

// The largest value: 2.
sup: Worker(0).finished

// The largest value of a clock where something holds: 5.
sup{Worker(0).busy}: Worker(0).x, Worker(0).finished

// The smallest value: 0.
inf: jobs

// The smallest value of a clock where something holds: 3.
inf{Worker(0).idle and Worker(0).finished == 1}: total

// Both: from 0 to 2.
bounds: jobs
bounds{Worker(1).busy}: jobs
