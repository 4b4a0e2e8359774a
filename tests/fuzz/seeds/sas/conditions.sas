begin_version
3
end_version
begin_metric
0
end_metric
2
begin_variable
s
-1
2
Atom p()
NegatedAtom p()
end_variable
begin_variable
t
-1
2
Atom q()
<none of those>
end_variable
0
begin_state
0
1
end_state
begin_goal
2
0 1
1 0
end_goal
1
begin_operator
swap
0
4
1 1 0 0 -1 0
1 1 1 0 -1 1
1 0 0 1 -1 0
1 0 1 1 -1 1
1
end_operator
0
