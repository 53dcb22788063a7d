// The conditions of examples/vector.plato, by hand: each procedure once, with any identifier except 0, against its actions, of which `w` are
// still to come; calls by what the procedures require, do and ensure.

var mx, count, length: int;
var data: [int]int;

function Inv(count: int, length: int): bool { 0 <= count && count <= length }
function R(tid: int, mx0: int, count0: int, length0: int, data0: [int]int, mx1: int, count1: int, length1: int, data1: [int]int): bool {
  mx0 == tid ==> mx1 == mx0 && count1 == count0 && length1 == length0 && data1 == data0
}
function G(tid: int, mx0: int, count0: int, length0: int, data0: [int]int, mx1: int, count1: int, length1: int, data1: [int]int): bool {
  (forall j: int :: j != 0 && j != tid ==> R(j, mx0, count0, length0, data0, mx1, count1, length1, data1)) &&
  (Inv(count0, length0) ==> Inv(count1, length1))
}

procedure Rely(tid: int);
  modifies mx, count, length, data;
  ensures R(tid, old(mx), old(count), old(length), old(data), mx, count, length, data);
  ensures Inv(old(count), old(length)) ==> Inv(count, length);

procedure Lemmas(mx0: int, count0: int, length0: int, data0: [int]int, mx1: int, count1: int, length1: int, data1: [int]int,
                 mx2: int, count2: int, length2: int, data2: [int]int, i: int, j: int) {
  assume i != 0 && j != 0;
  assert R(i, mx0, count0, length0, data0, mx0, count0, length0, data0);
  assert G(i, mx0, count0, length0, data0, mx0, count0, length0, data0);
  assert R(i, mx0, count0, length0, data0, mx1, count1, length1, data1) && R(i, mx1, count1, length1, data1, mx2, count2, length2, data2) ==>
    R(i, mx0, count0, length0, data0, mx2, count2, length2, data2);
  assert i != j && G(i, mx0, count0, length0, data0, mx1, count1, length1, data1) ==>
    R(j, mx0, count0, length0, data0, mx1, count1, length1, data1);
}

procedure Initially() {
  assume mx == 0 && count == 0 && length == 0;
  assert Inv(count, length);
}

procedure Add(tid: int, e: int) modifies mx, count, length, data; {
  var mx0, count0, length0, w: int;
  var data0: [int]int;
  assume tid != 0 && Inv(count, length);
  w := 1;
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  assume mx == 0; mx := tid;
  assert count == count0;                        // idle
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  if (count == length) {
    call Rely(tid);
    mx0 := mx; count0 := count; length0 := length; data0 := data;
    length := 2 * length + 1;
    assert count == count0;
    assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  }
  call Rely(tid);
  assert 0 <= count && count < length;
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  data[count] := e;
  assert count == count0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  count := count + 1;
  assert count == count0 + 1 && mx == mx0 && length == length0 && data == data0;
  w := w - 1;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  assert mx == tid;
  mx := 0;
  assert count == count0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  assert w == 0;
}

procedure RemoveAllAndTrim(tid: int) modifies mx, count, length, data; {
  var mx0, count0, length0, w: int;
  var data0: [int]int;
  assume tid != 0 && Inv(count, length);
  w := 1;
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  assume mx == 0; mx := tid;
  assert count == count0 && data == data0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  count := 0;
  assert count == 0 && mx == mx0 && length == length0 && data == data0;
  w := w - 1;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  length := 0;
  assert count == count0 && data == data0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  assert mx == tid;
  mx := 0;
  assert count == count0 && data == data0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  assert w == 0;
}

// None of its steps changes what others see.
procedure Search(tid: int, e: int, index: int) returns (at: int) modifies mx, count, length, data; {
  assume tid != 0 && Inv(count, length) && mx == tid && -1 <= index && index < count;
  call Rely(tid);
  at := index;
  call Rely(tid);
  while (at >= 0)
    invariant Inv(count, length) && mx == tid && -1 <= at && at < count;
  {
    call Rely(tid);
    assert 0 <= at && at < length;
    call Rely(tid);
    if (data[at] == e) {
      call Rely(tid);
      assert mx == tid && -1 <= at && at < count && (at >= 0 ==> data[at] == e);
      return;
    }
    call Rely(tid);
    at := at - 1;
    call Rely(tid);
  }
  call Rely(tid);
  assert mx == tid && -1 <= at && at < count && (at >= 0 ==> data[at] == e);
}

procedure LastIndexOf(tid: int, e: int) returns (at: int) modifies mx, count, length, data; {
  var mx0, count0, length0, w: int;
  var data0: [int]int;
  assume tid != 0 && Inv(count, length);
  w := 1;
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  assume mx == 0; mx := tid;
  assert count == count0 && length == length0 && data == data0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  assert mx == tid && -1 <= count - 1 && count - 1 < count;          // what search requires
  call Rely(tid);
  havoc at;
  assume mx == tid && -1 <= at && at < count && (at >= 0 ==> data[at] == e);
  call Rely(tid);
  assert mx == tid;
  assert -1 <= at && at < count && (at >= 0 ==> data[at] == e);      // the action, which changes nothing
  w := w - 1;
  call Rely(tid);
  mx0 := mx; count0 := count; length0 := length; data0 := data;
  assert mx == tid;
  mx := 0;
  assert count == count0 && length == length0 && data == data0;
  assert G(tid, mx0, count0, length0, data0, mx, count, length, data);
  call Rely(tid);
  assert w == 0 && at >= -1;
}

procedure User(tid: int) modifies mx, count, length, data; {
  var found: int;
  assume tid != 0 && Inv(count, length);
  call Rely(tid);
  if (*) {
    havoc mx, length, data;                      // idle steps of the procedures
    assume Inv(count, length);
    count := count + 1;
    havoc mx, length, data;
    assume Inv(count, length);
    call Rely(tid);
    count := 0;
    havoc mx, length;
    assume Inv(count, length);
  } else {
    havoc mx;
    havoc found;
    assume -1 <= found && found < count && (found >= 0 ==> data[found] == 1);
    havoc mx;
    call Rely(tid);
    assume found >= -1;                          // what it ensures
    assert found >= -1;
  }
  call Rely(tid);
}
