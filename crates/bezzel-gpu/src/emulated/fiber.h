// Cooperative threads: each has a separate stack and runs until it yields.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <sys/mman.h>

constexpr size_t STACK = 128 << 10;
constexpr size_t GUARD = 16 << 10;

#if defined(__x86_64__) && defined(__ELF__)

// A suspended fiber keeps its state on its stack: the registers that a call preserves.
struct Fiber {
    void *top;
};

extern "C" void hand_over(void **from, void *to);
asm(R"(
.text
.hidden hand_over
.type hand_over, @function
hand_over:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size hand_over, . - hand_over
)");

static inline void switch_fiber(Fiber &from, Fiber &to) { hand_over(&from.top, to.top); }

static void prepare_fiber(Fiber &fiber, char *stack, void (*run)()) {
    // Six registers, the return address, and a return address that is never used.
    void **top = (void **)(stack + STACK) - 8;
    top[6] = (void *)run;
    top[7] = nullptr;
    fiber.top = top;
}

#else

#include <ucontext.h>

struct Fiber {
    ucontext_t context;
};

static inline void switch_fiber(Fiber &from, Fiber &to) { swapcontext(&from.context, &to.context); }

static void prepare_fiber(Fiber &fiber, char *stack, void (*run)()) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = stack;
    fiber.context.uc_stack.ss_size = STACK;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, run, 0);
}

#endif

// Allocates stacks with a protected page below each; null if there is no memory.
static char *reserve_stacks(size_t count) {
    size_t stride = GUARD + STACK;
    void *memory = mmap(nullptr, count * stride, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return nullptr;
    }
    for (size_t stack = 0; stack < count; stack++) {
        mprotect((char *)memory + stack * stride, GUARD, PROT_NONE);
    }
    return (char *)memory + GUARD;
}
