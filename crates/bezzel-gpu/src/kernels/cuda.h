// Primitives of the kernels: a thread block has WARPS warps, and the lanes
// of a warp exchange values through registers.

typedef unsigned int u32;
typedef unsigned long long u64;

// Thread blocks that run on one multiprocessor: limits the registers of a thread.
#ifndef RESIDENT
#define RESIDENT 1
#endif

#define KERNEL extern "C" __global__ __launch_bounds__(32 * WARPS, RESIDENT)
#define DEVICE [[maybe_unused]] static __device__ __forceinline__
#define ALIGNED __attribute__((aligned(16)))
#define RESTRICT __restrict__

#define SHARED_MEMORY(name)                                                                         \
    extern __shared__ u64 fast_memory[];                                                          \
    [[maybe_unused]] u64 *name = fast_memory

#define THREAD ((u32)threadIdx.x)
#define THREAD_BLOCK ((u32)blockIdx.x)
#define THREAD_BLOCKS ((u32)gridDim.x)
#define LANE (THREAD % 32)
#define WARP (THREAD / 32)

#define FULL_MASK 0xffffffffu
#define SYNC_GROUP() __syncthreads()
#define SYNC_WARP() __syncwarp()

DEVICE u32 popc(u32 bits) { return (u32)__popc(bits); }

DEVICE u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }

DEVICE u32 add_shared(u32 *at, u32 value) { return atomicAdd(at, value); }

DEVICE u32 max_shared(u32 *at, u32 value) { return atomicMax(at, value); }

DEVICE u32 add_global(u32 *at, u32 value) { return atomicAdd(at, value); }

// Returns the value of this lane.
DEVICE u32 broadcast_from(u32 value, u32 lane) {
    return __shfl_sync(FULL_MASK, value, lane);
}

// Returns the value of lane 0.
DEVICE u32 broadcast(u32 value) { return broadcast_from(value, 0); }

// Returns the position of this lane's item, if it keeps one.
DEVICE u32 append(bool keep, u32 *count) {
    u32 keeps = __ballot_sync(FULL_MASK, keep);
    u32 position = *count + popc(keeps & ((1u << LANE) - 1));
    *count += popc(keeps);
    return position;
}

// Returns whether this holds for any lane.
DEVICE bool any_of_warp(bool holds) { return __ballot_sync(FULL_MASK, holds) != 0; }

// Returns the sum of the values of all lanes.
DEVICE u32 sum_of_warp(u32 value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_add_sync(FULL_MASK, value);
#else
    for (u32 step = 16; step != 0; step /= 2)
        value += __shfl_xor_sync(FULL_MASK, value, step);
    return value;
#endif
}

// Transposes a 32 x 32 bit matrix: lane r passes row r and gets column r.
DEVICE u32 transpose_bits(u32 bits, u32 lane) {
    u32 other = __shfl_xor_sync(FULL_MASK, bits, 16);
    bits = __byte_perm(bits, other, (lane & 16) != 0 ? 0x3276 : 0x5410);
    other = __shfl_xor_sync(FULL_MASK, bits, 8);
    bits = __byte_perm(bits, other, (lane & 8) != 0 ? 0x3715 : 0x6240);
    u32 low = 0x0f0f0f0fu;
#pragma unroll
    for (u32 step = 4; step != 0; step /= 2, low ^= low << step) {
        bool high_row = (lane & step) != 0;
        other = __shfl_xor_sync(FULL_MASK, bits, step);
        u32 moved = __funnelshift_l(other, other, high_row ? 32 - step : step);
        u32 kept = high_row ? ~low : low;
        bits = moved ^ ((moved ^ bits) & kept);
    }
    return bits;
}

// Bit p of ((u32 *)stage)[d] becomes bit d of stage[p].
DEVICE void transpose(u64 *stage, u32 lane) {
    SYNC_WARP();
    u64 row = stage[lane];
    SYNC_WARP();
    u32 *words = (u32 *)stage;
    words[lane] = transpose_bits((u32)row, lane);
    words[32 + lane] = transpose_bits((u32)(row >> 32), lane);
    SYNC_WARP();
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define MULTIPLY
// Lane 4 i + w passes word w of the rows above(i), below(i), and of the columns left(i), right(i).
// It adds to sum[k], with j = 2 w + k, the common bits of above(i) and left(j), and of below(i) and
// right(j).
DEVICE void multiply(u32 sum[2], u32 above, u32 below, u32 left, u32 right, u32 *exchange) {
    (void)exchange;
    asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(sum[0]), "+r"(sum[1])
        : "r"(above), "r"(left));
    asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(sum[0]), "+r"(sum[1])
        : "r"(below), "r"(right));
}
#endif
