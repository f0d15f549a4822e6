// How the kernels are called: `card_launch` from outside, and one entry for each of them.

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
    card.kernel(card.arguments);
    if (++card.ended == THREADS) {
        switch_fiber(card.fibers[threadIdx.x], card.host);
    } else {
        run_another();
    }
    __builtin_trap();
}

static void run_group(size_t local) {
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        card.warps[warp].arrived = 0;
    }
    memset(card.at_barrier, 0, sizeof card.at_barrier);
    card.at_barrier_count = card.ended = card.ready_count = 0;
    card.one_warp_ahead = draw() >> 63;
    for (size_t word = 0; word < local / 8; word++) {
        fast_memory[word] = draw();
    }
    memset((char *)fast_memory + local, FENCE, FENCE_BYTES);
    for (uint32_t thread = 0; thread < THREADS; thread++) {
        prepare_fiber(card.fibers[thread], card.stacks + thread * (GUARD + STACK), run_thread);
        make_ready(thread);
    }
    threadIdx.x = card.ready[--card.ready_count];
    switch_fiber(card.host, card.fibers[threadIdx.x]);
    for (size_t byte = 0; card.fault[0] == 0 && byte < FENCE_BYTES; byte++) {
        if (((unsigned char *)fast_memory)[local + byte] != FENCE) {
            snprintf(card.fault, sizeof card.fault, "%s, group %u: wrote beyond its %zu bytes of fast memory",
                     card.kernel_name, blockIdx.x, local);
        }
    }
}

static void run_groups(uint32_t groups, size_t local) {
    gridDim.x = groups;
    // A step that has no factor in common with their number leads through all groups.
    uint32_t at = draw_below(groups), step = 1 + draw_below(groups);
    auto common = [](uint32_t a, uint32_t b) {
        while (b != 0) {
            uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    };
    while (common(step, groups) != 1) {
        step++;
    }
    for (uint32_t done = 0; done < groups && card.fault[0] == 0; done++) {
        blockIdx.x = at;
        run_group(local);
        at = (uint32_t)(((uint64_t)at + step) % groups);
    }
}

// Runs a kernel. Returns null, or what went wrong.
static const char *launch(const Entry *entries, size_t entry_count, const char *kernel,
                          uint32_t groups, uint32_t local, uint64_t seed, Arguments arguments) {
    card.fault[0] = 0;
    const Entry *entry = entries;
    while (entry != entries + entry_count && strcmp(entry->name, kernel) != 0) {
        entry++;
    }
    if (entry == entries + entry_count) {
        snprintf(card.fault, sizeof card.fault, "there is no kernel %s", kernel);
    } else if (entry->buffer_count != arguments.buffer_count ||
               entry->number_count != arguments.number_count) {
        snprintf(card.fault, sizeof card.fault, "%s takes %u buffers and %u numbers, not %u and %u",
                 kernel, entry->buffer_count, entry->number_count, arguments.buffer_count,
                 arguments.number_count);
    } else if (card.stacks == nullptr && (card.stacks = reserve_stacks(THREADS)) == nullptr) {
        snprintf(card.fault, sizeof card.fault, "no memory for %u stacks", THREADS);
    } else {
        card.random = seed | 1;
        card.kernel = entry->call;
        card.kernel_name = entry->name;
        card.arguments = arguments;
        run_groups(groups, local);
    }
    return card.fault[0] == 0 ? nullptr : card.fault;
}
