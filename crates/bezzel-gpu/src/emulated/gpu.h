// Emulated GPU on the CPU. Thread blocks run one after the other in random order. The threads of
// a block are fibers that yield wherever lanes or warps synchronise, and the next runnable fiber
// is selected at random: code that relies on an order without a barrier is detected.

#include <cstdarg>
#include <cstring>
#include <tuple>
#include <type_traits>

#define __global__
#define __device__
#define __shared__
#define __forceinline__ inline
#define __launch_bounds__(threads, blocks)

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

// Lanes that wait for the others of their warp. The values of one synchronisation are kept until
// the next but one, which no lane can reach before all lanes have read them.
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

struct Gpu {
    Fiber host;
    Fiber fibers[THREADS];
    char *stacks;
    Warp warps[WARPS];
    // Threads that wait at __syncthreads.
    bool at_barrier[THREADS];
    uint32_t at_barrier_count;
    uint32_t ended;
    // Threads that can run.
    uint32_t ready[THREADS];
    uint32_t ready_count;
    // True if a warp runs as far as possible before the next one.
    bool one_warp_ahead;
    uint64_t random;
    void (*kernel)(Arguments);
    const char *kernel_name;
    Arguments arguments;
    char fault[400];
};
static Gpu gpu;

static inline uint64_t draw() {
    gpu.random ^= gpu.random << 13;
    gpu.random ^= gpu.random >> 7;
    gpu.random ^= gpu.random << 17;
    return gpu.random * 0x2545f4914f6cdd1d;
}

static inline uint32_t draw_below(uint32_t bound) { return (uint32_t)((draw() >> 32) * bound >> 32); }

// Ends the launch; the other fibers are never resumed.
[[noreturn]] __attribute__((format(printf, 1, 2))) static void fail(const char *format, ...) {
    int start = snprintf(gpu.fault, sizeof gpu.fault, "%s, block %u, thread %u: ",
                         gpu.kernel_name, blockIdx.x, threadIdx.x);
    va_list values;
    va_start(values, format);
    vsnprintf(gpu.fault + start, sizeof gpu.fault - start, format, values);
    va_end(values);
    switch_fiber(gpu.fibers[threadIdx.x], gpu.host);
    __builtin_unreachable();
}

[[noreturn]] static void fail_stuck() {
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        const Warp &here = gpu.warps[warp];
        if (here.arrived != 0) {
            fail("of warp %u only lanes %08x come to %s", warp, here.arrived,
                 MEETINGS[here.meeting]);
        }
    }
    fail("only %u threads of %u come to __syncthreads", gpu.at_barrier_count, THREADS);
}

static inline void make_ready(uint32_t thread) { gpu.ready[gpu.ready_count++] = thread; }

// Yields to a runnable thread, possibly this one.
static inline void run_another() {
    if (gpu.ready_count == 0) {
        fail_stuck();
    }
    uint32_t self = threadIdx.x;
    uint32_t place = gpu.one_warp_ahead ? gpu.ready_count - 1 : draw_below(gpu.ready_count);
    uint32_t next = gpu.ready[place];
    gpu.ready[place] = gpu.ready[--gpu.ready_count];
    if (next != self) {
        threadIdx.x = next;
        switch_fiber(gpu.fibers[self], gpu.fibers[next]);
    }
}

// Waits until all lanes of the warp have arrived, and returns the index of their values.
__attribute__((noinline)) static uint32_t meet(Meeting meeting, uint32_t mask, uint32_t brought) {
    uint32_t lane = threadIdx.x % LANES;
    Warp &warp = gpu.warps[threadIdx.x / LANES];
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
        // A random lane is first; the others follow in cyclic order.
        uint32_t turn = draw_below(LANES);
        for (uint32_t step = 0; step < LANES; step++) {
            make_ready(first + (turn + step) % LANES);
        }
    }
    run_another();
    return round;
}

__attribute__((noinline)) static void __syncthreads() {
    gpu.at_barrier[threadIdx.x] = true;
    if (++gpu.at_barrier_count == THREADS) {
        gpu.at_barrier_count = 0;
        for (uint32_t thread = 0; thread < THREADS; thread++) {
            gpu.at_barrier[thread] = false;
            make_ready(thread);
        }
    }
    run_another();
}

static inline void __syncwarp() { meet(SYNCWARP, ALL_LANES, 0); }

static inline uint32_t __ballot_sync(uint32_t mask, int predicate) {
    uint32_t round = meet(BALLOT, mask, predicate != 0);
    return gpu.warps[threadIdx.x / LANES].ballots[round];
}

static inline uint32_t __shfl_sync(uint32_t mask, uint32_t value, uint32_t source) {
    uint32_t round = meet(SHUFFLE, mask, value);
    return gpu.warps[threadIdx.x / LANES].brought[round][source % LANES];
}

static inline uint32_t __shfl_xor_sync(uint32_t mask, uint32_t value, uint32_t step) {
    uint32_t round = meet(SHUFFLE, mask, value);
    return gpu.warps[threadIdx.x / LANES].brought[round][(threadIdx.x ^ step) % LANES];
}

static inline int __popc(uint32_t bits) { return __builtin_popcount(bits); }

static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

static inline uint32_t __funnelshift_l(uint32_t low, uint32_t high, uint32_t shift) {
    return (uint32_t)((((uint64_t)high << 32 | low) << (shift % 32)) >> 32);
}

static inline uint32_t __byte_perm(uint32_t low, uint32_t high, uint32_t selector) {
    uint64_t bytes = (uint64_t)high << 32 | low;
    uint32_t chosen = 0;
    for (uint32_t byte = 0; byte < 4; byte++)
        chosen |= (uint32_t)(bytes >> 8 * (selector >> 4 * byte & 7) & 255) << 8 * byte;
    return chosen;
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

// Operations that are undefined on GPUs: shifts by the width of a word or more, and misaligned
// words.
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
    fail("misaligned word at address %#llx in %s, line %u", (unsigned long long)address, place->file,
         place->line);
}
