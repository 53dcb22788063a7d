// The conditions of examples/bounded-stack.plato, by hand: each procedure once, with any identifier except 0, against its actions, of which
// `w` are still to come; the threads with the actions in the place of the calls, and idle steps of the procedures before and after them.

const room: int;
axiom room > 0;
var mx, top: int;
var items: [int]int;

function Inv(top: int, items: [int]int): bool {
  0 <= top && top <= room && (forall k: int :: 0 <= k && k < top ==> items[k] > 0)
}
function R(tid: int, mx0: int, top0: int, items0: [int]int, mx1: int, top1: int, items1: [int]int): bool {
  mx0 == tid ==> mx1 == mx0 && top1 == top0 && items1 == items0
}
function G(tid: int, mx0: int, top0: int, items0: [int]int, mx1: int, top1: int, items1: [int]int): bool {
  (forall j: int :: j != 0 && j != tid ==> R(j, mx0, top0, items0, mx1, top1, items1)) && (Inv(top0, items0) ==> Inv(top1, items1))
}

procedure Rely(tid: int);
  modifies mx, top, items;
  ensures R(tid, old(mx), old(top), old(items), mx, top, items) && (Inv(old(top), old(items)) ==> Inv(top, items));

// Others' steps and idle steps of a procedure that is called, which may change mx and items.
procedure RelyOrIdle();
  modifies mx, top, items;
  ensures Inv(old(top), old(items)) ==> Inv(top, items);

procedure Lemmas(mx0: int, top0: int, items0: [int]int, mx1: int, top1: int, items1: [int]int, mx2: int, top2: int, items2: [int]int,
                 i: int, j: int) {
  assume i != 0 && j != 0;
  assert R(i, mx0, top0, items0, mx0, top0, items0);
  assert G(i, mx0, top0, items0, mx0, top0, items0);
  assert R(i, mx0, top0, items0, mx1, top1, items1) && R(i, mx1, top1, items1, mx2, top2, items2) ==>
    R(i, mx0, top0, items0, mx2, top2, items2);
  assert i != j && G(i, mx0, top0, items0, mx1, top1, items1) ==> R(j, mx0, top0, items0, mx1, top1, items1);
}

procedure Initially() {
  assume mx == 0 && top == 0;
  assert Inv(top, items);
}

procedure Push(tid: int, item: int) returns (ok: bool) modifies mx, top, items; {
  var mx0, top0, w: int;
  var items0: [int]int;
  var ok0: bool;
  assume tid != 0 && item > 0 && Inv(top, items);
  w := 1;
  call Rely(tid);
  mx0 := mx; top0 := top; items0 := items; ok0 := ok;
  assume mx == 0; mx := tid;
  assert top == top0 && ok == ok0;                                   // idle
  assert G(tid, mx0, top0, items0, mx, top, items);
  call Rely(tid);
  if (top < room) {
    call Rely(tid);
    mx0 := mx; top0 := top; items0 := items; ok0 := ok;
    assert 0 <= top && top < room;
    items[top] := item;
    assert top == top0 && ok == ok0;
    assert G(tid, mx0, top0, items0, mx, top, items);
    call Rely(tid);
    mx0 := mx; top0 := top; items0 := items;
    top := top + 1; ok := true;
    assert (if top0 < room then ok && top == top0 + 1 else !ok && top == top0) && mx == mx0 && items == items0;
    w := w - 1;
    assert G(tid, mx0, top0, items0, mx, top, items);
    call Rely(tid);
  } else {
    call Rely(tid);
    mx0 := mx; top0 := top; items0 := items;
    ok := false;
    assert (if top0 < room then ok && top == top0 + 1 else !ok && top == top0) && mx == mx0 && items == items0;
    w := w - 1;
    assert G(tid, mx0, top0, items0, mx, top, items);
    call Rely(tid);
  }
  mx0 := mx; top0 := top; items0 := items; ok0 := ok;
  assert mx == tid;
  mx := 0;
  assert top == top0 && ok == ok0;
  assert G(tid, mx0, top0, items0, mx, top, items);
  call Rely(tid);
  assert w == 0;
}

procedure Pop(tid: int) returns (item: int) modifies mx, top, items; {
  var mx0, top0, item0, w: int;
  var items0: [int]int;
  assume tid != 0 && Inv(top, items);
  w := 1;
  call Rely(tid);
  while (true)
    invariant Inv(top, items);
    invariant w == 1;
  {
    call Rely(tid);
    mx0 := mx; top0 := top; items0 := items; item0 := item;
    assume mx == 0; mx := tid;
    assert top == top0 && items == items0 && item == item0;
    assert G(tid, mx0, top0, items0, mx, top, items);
    call Rely(tid);
    if (top > 0) {
      call Rely(tid);
      mx0 := mx; top0 := top; items0 := items;
      top := top - 1;
      assert 0 <= top && top < room;
      item := items[top];
      assert top0 > 0 && top == top0 - 1 && item == items0[top0 - 1] && mx == mx0 && items == items0;
      w := w - 1;
      assert G(tid, mx0, top0, items0, mx, top, items);
      call Rely(tid);
      mx0 := mx; top0 := top; items0 := items; item0 := item;
      assert mx == tid;
      mx := 0;
      assert top == top0 && items == items0 && item == item0;
      assert G(tid, mx0, top0, items0, mx, top, items);
      call Rely(tid);
      assert w == 0;
      return;
    }
    call Rely(tid);
    mx0 := mx; top0 := top; items0 := items; item0 := item;
    assert mx == tid;
    mx := 0;
    assert top == top0 && items == items0 && item == item0;
    assert G(tid, mx0, top0, items0, mx, top, items);
    call Rely(tid);
  }
}

procedure Producer(tid: int) modifies mx, top, items; {
  var done: bool;
  var top0: int;
  assume tid > 0 && Inv(top, items);
  done := false;
  call Rely(tid);
  while (!done)
    invariant Inv(top, items);
  {
    call Rely(tid);
    assert tid > 0;                              // what push requires
    call RelyOrIdle();
    top0 := top;
    havoc top, done;
    assume (if top0 < room then done && top == top0 + 1 else !done && top == top0) && Inv(top, items);
    call RelyOrIdle();
    call Rely(tid);
  }
}

procedure Consumer(tid: int) modifies mx, top, items; {
  var got, top0: int;
  assume tid < 0 && Inv(top, items);
  call Rely(tid);
  call RelyOrIdle();
  top0 := top;
  havoc top, got;
  assume top0 > 0 && top == top0 - 1 && got == items[top0 - 1];
  assume Inv(top, items);
  assert got > 0;
  call RelyOrIdle();
  call Rely(tid);
  assert got > 0;
}
