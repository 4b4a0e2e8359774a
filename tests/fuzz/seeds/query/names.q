E<> Train(0).Cross && x < 5 && y - x >= f(2)
A[] forall (t : id_t) Train(t).Appr imply Train(t).w <= 20 && j[t] == 0
A[] (sum (t : id_t) Train(t).Cross) <= 1 or Gate.location == 1
E<> exists (s : side_t) Side(s).a and g(s) and not p
E<> r.b[1] == r.a && z[0] != z[1] && abs(-i) ** 2 == 4
Train(1).Appr --> Train(1).Cross || deadlock
sup{Gate.Occ}: i, x, Train(2).w
bounds: j[1] + r.a
A[] deadlock imply m == Train(2).me
E<> d > 1.5 || x' == 1
