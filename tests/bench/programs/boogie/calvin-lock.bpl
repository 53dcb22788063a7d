// The conditions of examples/calvin-lock.plato, by hand: each procedure once, with any identifier except 0, against its actions, of which
// `w` are still to come; the threads with the actions in the place of the calls.

var x: int;
var m: int;

function Inv(x: int, m: int): bool { m == 0 ==> x >= 0 }
function R(tid: int, x0: int, m0: int, x1: int, m1: int): bool { m0 == tid ==> m1 == m0 && x1 == x0 }
// What all other threads rely on, and the invariant.
function G(tid: int, x0: int, m0: int, x1: int, m1: int): bool {
  (forall j: int :: j != 0 && j != tid ==> R(j, x0, m0, x1, m1)) && (Inv(x0, m0) ==> Inv(x1, m1))
}

procedure Rely(tid: int);
  modifies x, m;
  ensures R(tid, old(x), old(m), x, m) && (Inv(old(x), old(m)) ==> Inv(x, m));

procedure Lemmas(x0: int, m0: int, x1: int, m1: int, x2: int, m2: int, i: int, j: int) {
  assume i != 0 && j != 0;
  assert R(i, x0, m0, x0, m0);
  assert G(i, x0, m0, x0, m0);
  assert R(i, x0, m0, x1, m1) && R(i, x1, m1, x2, m2) ==> R(i, x0, m0, x2, m2);
  assert i != j && G(i, x0, m0, x1, m1) ==> R(j, x0, m0, x1, m1);
}

procedure Initially() {
  assume x == 0 && m == 0;
  assert Inv(x, m);
}

procedure Take(tid: int) modifies x, m; {
  var ok: bool;
  var x0, m0, w: int;
  assume tid != 0 && Inv(x, m);
  w := 1;
  ok := false;
  call Rely(tid);
  while (!ok)
    invariant Inv(x, m);
    invariant w == (if ok then 0 else 1);
  {
    call Rely(tid);
    x0 := x; m0 := m;
    ok := m == 0;
    if (m == 0) { m := tid; }
    if (x != x0 || m != m0) {
      assert w == 1 && m0 == 0 && m == tid && x == x0;
      w := w - 1;
    }
    assert G(tid, x0, m0, x, m);
    call Rely(tid);
  }
  assert w == 0;
}

procedure Give(tid: int) modifies x, m; {
  var x0, m0, w: int;
  assume tid != 0 && Inv(x, m) && m == tid && x >= 0;
  w := 1;
  call Rely(tid);
  x0 := x; m0 := m;
  m := 0;
  assert m == 0 && x == x0;
  w := w - 1;
  assert G(tid, x0, m0, x, m);
  call Rely(tid);
  assert w == 0;
}

procedure Up(tid: int) modifies x, m; {
  var x0, m0: int;
  assume tid > 0 && Inv(x, m);
  call Rely(tid);
  assume m == 0; m := tid;                       // take
  call Rely(tid);
  x0 := x; m0 := m;
  x := x + 1;
  assert G(tid, x0, m0, x, m);
  call Rely(tid);
  assert x > 0;
  call Rely(tid);
  assert m == tid && x >= 0;                     // what give requires
  m := 0;
  call Rely(tid);
}

procedure Zero(tid: int) modifies x, m; {
  var x0, m0: int;
  assume tid < 0 && Inv(x, m);
  call Rely(tid);
  assume m == 0; m := tid;
  call Rely(tid);
  x0 := x; m0 := m;
  x := 0;
  assert G(tid, x0, m0, x, m);
  call Rely(tid);
  assert m == tid && x >= 0;
  m := 0;
  call Rely(tid);
}
