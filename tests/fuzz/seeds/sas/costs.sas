begin_version
3
end_version
begin_metric
1
end_metric
2
begin_variable
truck
-1
2
Atom at(truck, a)
Atom at(truck, b)
end_variable
begin_variable
package
-1
3
Atom at(package, a)
Atom at(package, b)
Atom in(package, truck)
end_variable
1
begin_mutex_group
2
0 0
0 1
end_mutex_group
begin_state
1
0
end_state
begin_goal
1
1 1
end_goal
4
begin_operator
drive a b
0
1
0 0 0 1
5
end_operator
begin_operator
drive b a
0
1
0 0 1 0
7
end_operator
begin_operator
load a
1
0 0
1
0 1 0 2
0
end_operator
begin_operator
unload b
1
0 1
1
0 1 2 1
2
end_operator
0
