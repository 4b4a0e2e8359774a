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
0
begin_state
1
0
end_state
begin_goal
1
1 1
end_goal
7
begin_operator
drive a b
0
1
0 0 0 1
3
end_operator
begin_operator
drive b a
0
1
0 0 1 0
3
end_operator
begin_operator
load a
1
0 0
1
0 1 0 2
1
end_operator
begin_operator
load b
1
0 1
1
0 1 1 2
1
end_operator
begin_operator
unload a
1
0 0
1
0 1 2 0
1
end_operator
begin_operator
unload b
1
0 1
1
0 1 2 1
1
end_operator
begin_operator
courier a b
0
1
0 1 0 1
12
end_operator
0
