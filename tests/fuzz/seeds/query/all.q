//This file is read by the query reader
/*
Every train can cross.
EXPECT: T
*/
E<> Train(0).Cross && (x < 5 || Gate.len >= 2)

A[] forall (i : id_t) forall (j : id_t) Train(i).Cross && Train(j).Cross imply i == j
A[] not deadlock
E[] sum (i : id_t) Train(i).Stop > 1
A<> exists (i : id_t) Train(i).Safe
Train(1).Appr --> \
    Train(1).Cross
sup{Gate.Occ}: Gate.len, Train(0).x
inf: Train(0).x
bounds{x > 1}: n
Pr[<=100](<> Train(0).Cross)
simulate[<=10; 1] { n }
control: A[] not Gate.Full
strategy s = minE(c)[<=10]: <> Train(0).Cross
sat: Chart
==== a heading ====
A[] x' == 0 && P.a[2].f != -2147483648
