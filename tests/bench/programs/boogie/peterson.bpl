// The thread-modular conditions of examples/peterson.plato, by hand. The invariant is part of every rely and guarantee.

var flag1, flag2: bool;
var turn, pc1, pc2: int;

function Inv(flag1: bool, flag2: bool, turn: int, pc1: int, pc2: int): bool {
  (flag1 <==> pc1 != 0) && (flag2 <==> pc2 != 0) && !(pc1 == 3 && pc2 == 3) &&
  (pc1 == 3 && pc2 == 2 ==> turn == 1) && (pc2 == 3 && pc1 == 2 ==> turn == 2)
}

procedure Rely1();
  modifies flag1, flag2, turn, pc1, pc2;
  ensures flag1 == old(flag1) && pc1 == old(pc1);
  ensures Inv(old(flag1), old(flag2), old(turn), old(pc1), old(pc2)) ==> Inv(flag1, flag2, turn, pc1, pc2);

procedure Rely2();
  modifies flag1, flag2, turn, pc1, pc2;
  ensures flag2 == old(flag2) && pc2 == old(pc2);
  ensures Inv(old(flag1), old(flag2), old(turn), old(pc1), old(pc2)) ==> Inv(flag1, flag2, turn, pc1, pc2);

procedure Initially() {
  assume !flag1 && !flag2 && turn == 1 && pc1 == 0 && pc2 == 0;
  assert Inv(flag1, flag2, turn, pc1, pc2);
}

procedure T1() modifies flag1, flag2, turn, pc1, pc2; {
  var f, g: bool;
  var t, p, q: int;
  assume !flag1 && !flag2 && turn == 1 && pc1 == 0 && pc2 == 0;
  call Rely1();
  while (true)
    invariant pc1 == 0;
    invariant Inv(flag1, flag2, turn, pc1, pc2);
  {
    call Rely1();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    flag1 := true; pc1 := 1;
    assert flag2 == g && pc2 == q && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely1();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    turn := 2; pc1 := 2;
    assert flag2 == g && pc2 == q && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely1();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    assume !flag2 || turn == 1; pc1 := 3;
    assert flag2 == g && pc2 == q && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely1();
    assert pc2 != 3;
    call Rely1();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    flag1 := false; pc1 := 0;
    assert flag2 == g && pc2 == q && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely1();
  }
}

procedure T2() modifies flag1, flag2, turn, pc1, pc2; {
  var f, g: bool;
  var t, p, q: int;
  assume !flag1 && !flag2 && turn == 1 && pc1 == 0 && pc2 == 0;
  call Rely2();
  while (true)
    invariant pc2 == 0;
    invariant Inv(flag1, flag2, turn, pc1, pc2);
  {
    call Rely2();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    flag2 := true; pc2 := 1;
    assert flag1 == f && pc1 == p && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely2();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    turn := 1; pc2 := 2;
    assert flag1 == f && pc1 == p && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely2();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    assume !flag1 || turn == 2; pc2 := 3;
    assert flag1 == f && pc1 == p && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely2();
    assert pc1 != 3;
    call Rely2();
    f := flag1; g := flag2; t := turn; p := pc1; q := pc2;
    flag2 := false; pc2 := 0;
    assert flag1 == f && pc1 == p && (Inv(f, g, t, p, q) ==> Inv(flag1, flag2, turn, pc1, pc2));
    call Rely2();
  }
}
