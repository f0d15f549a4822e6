// Launching of kernels: the entry point `gpu_launch` and one entry per kernel.

template <typename T> static T next_argument(Arguments &left) {
    if constexpr (std::is_pointer_v<T>) {
        return (T)*left.buffers++;
    } else {
        return *left.numbers++;
    }
}

template <typename... A> static void spread(void (*kernel)(A...), Arguments left) {
    std::apply(kernel, std::tuple<A...>{next_argument<A>(left)...});
}

template <auto kernel> static void call(Arguments arguments) { spread(kernel, arguments); }

struct Entry {
    const char *name;
    void (*call)(Arguments);
    uint32_t buffer_count;
    uint32_t number_count;
};

template <auto kernel, typename... A> static constexpr Entry describe(const char *name, void (*)(A...)) {
    uint32_t buffers = (0 + ... + (uint32_t)std::is_pointer_v<A>);
    return {name, call<kernel>, buffers, (uint32_t)sizeof...(A) - buffers};
}

#define ENTRY(kernel) describe<kernel>(#kernel, kernel)

static void run_thread() {
    gpu.kernel(gpu.arguments);
    if (++gpu.ended == THREADS) {
        switch_fiber(gpu.fibers[threadIdx.x], gpu.host);
    } else {
        run_another();
    }
    __builtin_trap();
}

static void run_group(size_t local) {
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        gpu.warps[warp].arrived = 0;
    }
    memset(gpu.at_barrier, 0, sizeof gpu.at_barrier);
    gpu.at_barrier_count = gpu.ended = gpu.ready_count = 0;
    gpu.one_warp_ahead = draw() >> 63;
    for (size_t word = 0; word < local / 8; word++) {
        fast_memory[word] = draw();
    }
    memset((char *)fast_memory + local, FENCE, FENCE_BYTES);
    for (uint32_t thread = 0; thread < THREADS; thread++) {
        prepare_fiber(gpu.fibers[thread], gpu.stacks + thread * (GUARD + STACK), run_thread);
        make_ready(thread);
    }
    threadIdx.x = gpu.ready[--gpu.ready_count];
    switch_fiber(gpu.host, gpu.fibers[threadIdx.x]);
    for (size_t byte = 0; gpu.fault[0] == 0 && byte < FENCE_BYTES; byte++) {
        if (((unsigned char *)fast_memory)[local + byte] != FENCE) {
            snprintf(gpu.fault, sizeof gpu.fault, "%s, block %u: wrote beyond its %zu bytes of shared memory",
                     gpu.kernel_name, blockIdx.x, local);
        }
    }
}

static void run_blocks(uint32_t blocks, size_t local) {
    gridDim.x = blocks;
    // A step coprime to the number of blocks visits all blocks.
    uint32_t at = draw_below(blocks), step = 1 + draw_below(blocks);
    auto common = [](uint32_t a, uint32_t b) {
        while (b != 0) {
            uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    };
    while (common(step, blocks) != 1) {
        step++;
    }
    for (uint32_t done = 0; done < blocks && gpu.fault[0] == 0; done++) {
        blockIdx.x = at;
        run_group(local);
        at = (uint32_t)(((uint64_t)at + step) % blocks);
    }
}

// Runs a kernel. Returns null or an error text.
static const char *launch(const Entry *entries, size_t entry_count, const char *kernel,
                          uint32_t blocks, uint32_t local, uint64_t seed, Arguments arguments) {
    gpu.fault[0] = 0;
    const Entry *entry = entries;
    while (entry != entries + entry_count && strcmp(entry->name, kernel) != 0) {
        entry++;
    }
    if (entry == entries + entry_count) {
        snprintf(gpu.fault, sizeof gpu.fault, "no kernel named %s", kernel);
    } else if (entry->buffer_count != arguments.buffer_count ||
               entry->number_count != arguments.number_count) {
        snprintf(gpu.fault, sizeof gpu.fault, "%s takes %u buffers and %u numbers, not %u and %u",
                 kernel, entry->buffer_count, entry->number_count, arguments.buffer_count,
                 arguments.number_count);
    } else if (gpu.stacks == nullptr && (gpu.stacks = reserve_stacks(THREADS)) == nullptr) {
        snprintf(gpu.fault, sizeof gpu.fault, "no memory for %u stacks", THREADS);
    } else {
        gpu.random = seed | 1;
        gpu.kernel = entry->call;
        gpu.kernel_name = entry->name;
        gpu.arguments = arguments;
        run_blocks(blocks, local);
    }
    return gpu.fault[0] == 0 ? nullptr : gpu.fault;
}
