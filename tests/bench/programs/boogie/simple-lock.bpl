// The thread-modular conditions of examples/simple-lock.plato, by hand: each thread alone, the other one as the
// procedure Rely between its steps, the guarantee asserted after each step, and the conditions on relies and guarantees
// as lemmas.

var x: int;
var mx: int;

function R(tid: int, x0: int, m0: int, x1: int, m1: int): bool { m0 == tid ==> m1 == tid && x1 == x0 }
// What thread tid guarantees is what the other one relies on.
function G(tid: int, x0: int, m0: int, x1: int, m1: int): bool { R(3 - tid, x0, m0, x1, m1) }

procedure Rely(tid: int);
  modifies x, mx;
  ensures R(tid, old(x), old(mx), x, mx);

procedure Lemmas(x0: int, m0: int, x1: int, m1: int, x2: int, m2: int, i: int, j: int) {
  assume (i == 1 || i == 2) && j == 3 - i;
  assert R(i, x0, m0, x0, m0);
  assert G(i, x0, m0, x0, m0);
  assert R(i, x0, m0, x1, m1) && R(i, x1, m1, x2, m2) ==> R(i, x0, m0, x2, m2);
  assert G(i, x0, m0, x1, m1) ==> R(j, x0, m0, x1, m1);
}

procedure T1() modifies x, mx; {
  var x0, m0: int;
  call Rely(1);
  x0 := x; m0 := mx;
  assume mx == 0; mx := 1;
  assert G(1, x0, m0, x, mx);
  call Rely(1);
  x0 := x; m0 := mx;
  x := x * x;
  assert G(1, x0, m0, x, mx);
  call Rely(1);
  x0 := x; m0 := mx;
  x := x + 2;
  assert G(1, x0, m0, x, mx);
  call Rely(1);
  assert x > 1;
  call Rely(1);
  x0 := x; m0 := mx;
  assert mx == 1; mx := 0;
  assert G(1, x0, m0, x, mx);
}

procedure T2() modifies x, mx; {
  var x0, m0: int;
  call Rely(2);
  x0 := x; m0 := mx;
  assume mx == 0; mx := 2;
  assert G(2, x0, m0, x, mx);
  call Rely(2);
  x0 := x; m0 := mx;
  x := 0;
  assert G(2, x0, m0, x, mx);
  call Rely(2);
  x0 := x; m0 := mx;
  assert mx == 2; mx := 0;
  assert G(2, x0, m0, x, mx);
}
