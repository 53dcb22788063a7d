// The thread-modular conditions of examples/simple-lock-family.plato, by hand: one thread with any identifier except 0.

var x: int;
var mx: int;

function R(tid: int, x0: int, m0: int, x1: int, m1: int): bool { m0 == tid ==> m1 == tid && x1 == x0 }
// What all other threads rely on.
function G(tid: int, x0: int, m0: int, x1: int, m1: int): bool { (forall j: int :: j != 0 && j != tid ==> R(j, x0, m0, x1, m1)) }

procedure Rely(tid: int);
  modifies x, mx;
  ensures R(tid, old(x), old(mx), x, mx);

procedure Lemmas(x0: int, m0: int, x1: int, m1: int, x2: int, m2: int, i: int, j: int) {
  assume i != 0 && j != 0;
  assert R(i, x0, m0, x0, m0);
  assert G(i, x0, m0, x0, m0);
  assert R(i, x0, m0, x1, m1) && R(i, x1, m1, x2, m2) ==> R(i, x0, m0, x2, m2);
  assert i != j && G(i, x0, m0, x1, m1) ==> R(j, x0, m0, x1, m1);
}

procedure Worker(tid: int) modifies x, mx; {
  var x0, m0: int;
  assume tid != 0;
  call Rely(tid);
  x0 := x; m0 := mx;
  assume mx == 0; mx := tid;
  assert G(tid, x0, m0, x, mx);
  call Rely(tid);
  x0 := x; m0 := mx;
  x := x * x;
  assert G(tid, x0, m0, x, mx);
  call Rely(tid);
  x0 := x; m0 := mx;
  x := x + 2;
  assert G(tid, x0, m0, x, mx);
  call Rely(tid);
  assert x > 1;
  call Rely(tid);
  x0 := x; m0 := mx;
  x := 0;
  assert G(tid, x0, m0, x, mx);
  call Rely(tid);
  x0 := x; m0 := mx;
  assert mx == tid; mx := 0;
  assert G(tid, x0, m0, x, mx);
}
