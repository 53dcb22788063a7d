// Blocks of memory: small ones come from one free list for each size, refilled from chunks; large ones from the system.
// All chunks and large blocks of a call are in one list, so that its end can free them.

#include "heap.hpp"

#include <lean_runtime.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#ifndef PLATO_RUNTIME_MALLOC

__thread lean_free_block* lean_free_blocks[LEAN_MAX_SMALL_OBJECT_SIZE / 8 + 1];

namespace lean_runtime {
namespace {

constexpr std::size_t chunk_bytes = 256 * 1024;
constexpr std::size_t refill_bytes = 8 * 1024;

// Precedes every chunk and every large block.
struct alignas(16) Piece {
  Piece* previous;
  Piece* next;
  std::size_t bytes;   // with this header
};

// What the current call holds.
struct Heap {
  Piece* pieces = nullptr;
  std::size_t large_blocks = 0;
  std::size_t small_blocks = 0;   // free or in use
  char* fresh = nullptr;          // the part of the newest chunk that was not yet cut into blocks
  char* fresh_end = nullptr;
};
thread_local Heap heap;

// The pieces that hold constants, listed so that tools do not take them for lost.
Piece* constants = nullptr;

void* obtain_piece(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - sizeof(Piece)) throw Failure(Failure::Kind::out_of_memory);
  bytes += sizeof(Piece);
  auto* piece = static_cast<Piece*>(obtain(bytes));
  *piece = {nullptr, heap.pieces, bytes};
  if (heap.pieces) heap.pieces->previous = piece;
  heap.pieces = piece;
  return piece + 1;
}

void hand_back_piece(void* memory) {
  Piece* piece = static_cast<Piece*>(memory) - 1;
  (piece->previous ? piece->previous->next : heap.pieces) = piece->next;
  if (piece->next) piece->next->previous = piece->previous;
  hand_back(piece, piece->bytes);
}

void* take_large(std::size_t bytes) {
  void* memory = obtain_piece(bytes);
  ++heap.large_blocks;
  return memory;
}

void give_large(void* memory) {
  --heap.large_blocks;
  hand_back_piece(memory);
}

void forget_blocks() {
  heap = Heap{};
  std::fill(std::begin(lean_free_blocks), std::end(lean_free_blocks), nullptr);
}

std::size_t round_up(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

}   // namespace

void* take_memory(std::size_t bytes) {
  return bytes <= LEAN_MAX_SMALL_OBJECT_SIZE ? lean_take_small(round_up(bytes)) : take_large(bytes);
}

void give_memory(void* memory, std::size_t bytes) {
  if (bytes <= LEAN_MAX_SMALL_OBJECT_SIZE)
    lean_give_small(memory, round_up(bytes));
  else
    give_large(memory);
}

void discard_blocks(bool) {
  while (heap.pieces) hand_back_piece(heap.pieces + 1);
  forget_blocks();
}

void keep_blocks() {
  while (Piece* piece = heap.pieces) {
    heap.pieces = piece->next;
    piece->next = std::exchange(constants, piece);
  }
  forget_blocks();
}

std::size_t live_objects() {
  std::size_t live = heap.large_blocks + heap.small_blocks;
  for (lean_free_block* list : lean_free_blocks)
    for (; list; list = list->next) --live;
  return live;
}

}   // namespace lean_runtime

using namespace lean_runtime;

extern "C" {

void* lean_refill_small(size_t size) {
  if (static_cast<size_t>(heap.fresh_end - heap.fresh) < size) {
    heap.fresh = static_cast<char*>(obtain_piece(chunk_bytes));
    heap.fresh_end = heap.fresh + chunk_bytes;
  }
  const size_t room = static_cast<size_t>(heap.fresh_end - heap.fresh) / size;
  const size_t count = std::clamp<size_t>(refill_bytes / size, 1, room);
  char* first = heap.fresh;
  heap.fresh += (count * size + 15) / 16 * 16;   // so that blocks of a multiple of 16 bytes are aligned to 16
  heap.small_blocks += count;
  for (size_t i = count - 1; i > 0; --i) lean_give_small(first + i * size, size);
  return first;
}

lean_object* lean_alloc_big_object(size_t size) { return static_cast<lean_object*>(take_large(size)); }
void lean_free_big_object(lean_object* o) { give_large(o); }

}   // extern "C"

#endif
