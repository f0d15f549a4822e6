// Primitives of the kernels for CUDA: a thread block has WARPS warps, and the lanes
// of a warp exchange values through registers.

typedef unsigned int u32;
typedef unsigned long long u64;

// Thread blocks that run on one multiprocessor: limits the registers of a thread.
#ifndef RESIDENT
#define RESIDENT 1
#endif

#define KERNEL extern "C" __global__ __launch_bounds__(32 * WARPS, RESIDENT)
#define DEVICE [[maybe_unused]] static __device__ __forceinline__
#define GLOBAL
#define LOCAL
#define RESTRICT __restrict__

#define LOCAL_ARGUMENT
#define LOCAL_MEMORY(name)                                                                         \
    extern __shared__ u64 fast_memory[];                                                          \
    [[maybe_unused]] u64 *name = fast_memory

#define THREAD ((u32)threadIdx.x)
#define GROUP ((u32)blockIdx.x)
#define GROUPS ((u32)gridDim.x)
#define LANE (THREAD % 32)
#define WARP (THREAD / 32)

#define FULL_MASK 0xffffffffu
#define SYNC_GROUP() __syncthreads()
#define SYNC_WARP() __syncwarp()

DEVICE u32 popc(u32 bits) { return (u32)__popc(bits); }

DEVICE u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }

DEVICE u32 add_local(LOCAL u32 *at, u32 value) { return atomicAdd(at, value); }

DEVICE u32 max_local(LOCAL u32 *at, u32 value) { return atomicMax(at, value); }

DEVICE u32 add_global(GLOBAL u32 *at, u32 value) { return atomicAdd(at, value); }

// Returns the value of lane 0.
DEVICE u32 broadcast(u32 value, LOCAL u32 *slot) {
    (void)slot;
    return __shfl_sync(FULL_MASK, value, 0);
}

DEVICE void begin_append(u32 start, u32 *count, LOCAL u32 *slot) {
    (void)slot;
    *count = start;
}

// Returns the position of this lane's item, if it keeps one.
DEVICE u32 append(bool keep, u32 *count, LOCAL u32 *slot) {
    (void)slot;
    u32 keeps = __ballot_sync(FULL_MASK, keep);
    u32 position = *count + popc(keeps & ((1u << LANE) - 1));
    *count += popc(keeps);
    return position;
}

DEVICE void appended(u32 *count, LOCAL u32 *slot) {
    (void)count;
    (void)slot;
}

// Transposes a 32 x 32 bit matrix: lane r passes row r and gets column r.
DEVICE u32 transpose_bits(u32 bits, u32 lane) {
    u32 low = 0x0000ffffu;
#pragma unroll
    for (u32 step = 16; step != 0; step /= 2, low ^= low << step) {
        bool high_row = (lane & step) != 0;
        u32 other = __shfl_xor_sync(FULL_MASK, bits, step);
        u32 moved = __funnelshift_l(other, other, high_row ? 32 - step : step);
        u32 kept = high_row ? ~low : low;
        bits = (bits & kept) | (moved & ~kept);
    }
    return bits;
}

// Bit p of words[64 * h + d] becomes bit d of stage[32 * h + p], for h = 0, 1.
DEVICE void transpose(LOCAL const u64 *stage, LOCAL u32 *words, u32 lane) {
    SYNC_WARP();
    u64 first = stage[lane];
    u64 second = stage[32 + lane];
    SYNC_WARP();
    words[lane] = transpose_bits((u32)first, lane);
    words[32 + lane] = transpose_bits((u32)(first >> 32), lane);
    words[64 + lane] = transpose_bits((u32)second, lane);
    words[96 + lane] = transpose_bits((u32)(second >> 32), lane);
    SYNC_WARP();
}
