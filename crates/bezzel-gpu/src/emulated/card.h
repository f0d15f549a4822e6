// A card on the processor. Groups run one after the other in random order. The threads of a
// group are fibers that hand over wherever lanes or warps meet, and which of those that can run
// is next is left to chance: whoever relies on an order without a barrier is found out.

#include <cstdarg>
#include <cstring>
#include <tuple>
#include <type_traits>

#define __global__
#define __device__
#define __shared__
#define __forceinline__ inline
#define __launch_bounds__(threads, groups)

struct Index {
    uint32_t x;
};
static Index threadIdx, blockIdx, gridDim;

constexpr uint32_t LANES = 32;
constexpr uint32_t THREADS = LANES * WARPS;
constexpr size_t FAST_BYTES = 227 << 10;
constexpr size_t FENCE_BYTES = 1 << 10;
constexpr uint32_t ALL_LANES = 0xffffffff;
constexpr unsigned char FENCE = 0xa5;

alignas(16) unsigned long long fast_memory[(FAST_BYTES + FENCE_BYTES) / 8];

enum Meeting { SYNCWARP, BALLOT, SHUFFLE };
static const char *const MEETINGS[] = {"__syncwarp", "a ballot", "a shuffle"};

// Lanes that wait for the others of their warp. What they bring to one meeting is kept until
// the next but one, since nobody can be there before all have seen it.
struct Warp {
    uint32_t arrived;
    Meeting meeting;
    uint32_t round;
    uint32_t brought[2][LANES];
    uint32_t ballots[2];
};

struct Arguments {
    void *const *buffers;
    const uint32_t *numbers;
    uint32_t buffer_count;
    uint32_t number_count;
};

struct Card {
    Fiber host;
    Fiber fibers[THREADS];
    char *stacks;
    Warp warps[WARPS];
    // Threads at __syncthreads.
    bool at_barrier[THREADS];
    uint32_t at_barrier_count;
    uint32_t ended;
    // Threads that can run.
    uint32_t ready[THREADS];
    uint32_t ready_count;
    // Whether a warp runs as far as it gets before the next one does.
    bool one_warp_ahead;
    uint64_t random;
    void (*kernel)(Arguments);
    const char *kernel_name;
    Arguments arguments;
    char fault[400];
};
static Card card;

static inline uint64_t draw() {
    card.random ^= card.random << 13;
    card.random ^= card.random >> 7;
    card.random ^= card.random << 17;
    return card.random * 0x2545f4914f6cdd1d;
}

static inline uint32_t draw_below(uint32_t bound) { return (uint32_t)((draw() >> 32) * bound >> 32); }

// Ends the launch; the other fibers are never resumed.
[[noreturn]] __attribute__((format(printf, 1, 2))) static void fail(const char *format, ...) {
    int start = snprintf(card.fault, sizeof card.fault, "%s, group %u, thread %u: ",
                         card.kernel_name, blockIdx.x, threadIdx.x);
    va_list values;
    va_start(values, format);
    vsnprintf(card.fault + start, sizeof card.fault - start, format, values);
    va_end(values);
    switch_fiber(card.fibers[threadIdx.x], card.host);
    __builtin_unreachable();
}

[[noreturn]] static void fail_stuck() {
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        const Warp &here = card.warps[warp];
        if (here.arrived != 0) {
            fail("of warp %u only lanes %08x come to %s", warp, here.arrived,
                 MEETINGS[here.meeting]);
        }
    }
    fail("only %u threads of %u come to __syncthreads", card.at_barrier_count, THREADS);
}

static inline void make_ready(uint32_t thread) { card.ready[card.ready_count++] = thread; }

// Hands over to a thread that can run, perhaps this one.
static inline void run_another() {
    if (card.ready_count == 0) {
        fail_stuck();
    }
    uint32_t self = threadIdx.x;
    uint32_t place = card.one_warp_ahead ? card.ready_count - 1 : draw_below(card.ready_count);
    uint32_t next = card.ready[place];
    card.ready[place] = card.ready[--card.ready_count];
    if (next != self) {
        threadIdx.x = next;
        switch_fiber(card.fibers[self], card.fibers[next]);
    }
}

// Waits until all lanes of the warp are here, and returns which round of theirs it was.
__attribute__((noinline)) static uint32_t meet(Meeting meeting, uint32_t mask, uint32_t brought) {
    uint32_t lane = threadIdx.x % LANES;
    Warp &warp = card.warps[threadIdx.x / LANES];
    uint32_t round = warp.round % 2;
    if (mask != ALL_LANES) {
        fail("%s of lanes %08x only", MEETINGS[meeting], mask);
    }
    if (warp.arrived == 0) {
        warp.meeting = meeting;
        warp.ballots[round] = 0;
    } else if (warp.meeting != meeting) {
        fail("comes to %s, where lanes %08x came to %s", MEETINGS[meeting], warp.arrived,
             MEETINGS[warp.meeting]);
    }
    warp.arrived |= 1u << lane;
    warp.brought[round][lane] = brought;
    warp.ballots[round] |= (uint32_t)(brought != 0) << lane;
    if (warp.arrived == ALL_LANES) {
        warp.arrived = 0;
        warp.round++;
        uint32_t first = threadIdx.x - lane;
        // One lane is first at random, all others follow it in their order around the warp.
        uint32_t turn = draw_below(LANES);
        for (uint32_t step = 0; step < LANES; step++) {
            make_ready(first + (turn + step) % LANES);
        }
    }
    run_another();
    return round;
}

__attribute__((noinline)) static void __syncthreads() {
    card.at_barrier[threadIdx.x] = true;
    if (++card.at_barrier_count == THREADS) {
        card.at_barrier_count = 0;
        for (uint32_t thread = 0; thread < THREADS; thread++) {
            card.at_barrier[thread] = false;
            make_ready(thread);
        }
    }
    run_another();
}

static inline void __syncwarp() { meet(SYNCWARP, ALL_LANES, 0); }

static inline uint32_t __ballot_sync(uint32_t mask, int predicate) {
    uint32_t round = meet(BALLOT, mask, predicate != 0);
    return card.warps[threadIdx.x / LANES].ballots[round];
}

static inline uint32_t __shfl_sync(uint32_t mask, uint32_t value, uint32_t source) {
    uint32_t round = meet(SHUFFLE, mask, value);
    return card.warps[threadIdx.x / LANES].brought[round][source % LANES];
}

static inline uint32_t __shfl_xor_sync(uint32_t mask, uint32_t value, uint32_t step) {
    uint32_t round = meet(SHUFFLE, mask, value);
    return card.warps[threadIdx.x / LANES].brought[round][(threadIdx.x ^ step) % LANES];
}

static inline int __popc(uint32_t bits) { return __builtin_popcount(bits); }

static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

static inline uint32_t __funnelshift_l(uint32_t low, uint32_t high, uint32_t shift) {
    return (uint32_t)((((uint64_t)high << 32 | low) << (shift % 32)) >> 32);
}

template <typename T> static inline T atomicAdd(T *at, T value) {
    T old = *at;
    *at = old + value;
    return old;
}

template <typename T> static inline T atomicMax(T *at, T value) {
    T old = *at;
    *at = old < value ? value : old;
    return old;
}

// What cards do differently or not at all: shifts by the width of a word or more, and words that
// are not at multiples of their size.
struct Place {
    const char *file;
    uint32_t line;
    uint32_t column;
};
extern "C" __attribute__((used)) void __ubsan_handle_shift_out_of_bounds(const Place *place,
                                                                         uintptr_t, uintptr_t by) {
    fail("a shift by %llu in %s, line %u", (unsigned long long)by, place->file, place->line);
}
extern "C" __attribute__((used)) void __ubsan_handle_type_mismatch_v1(const Place *place,
                                                                      uintptr_t address) {
    fail("no word can be at address %#llx in %s, line %u", (unsigned long long)address, place->file,
         place->line);
}
