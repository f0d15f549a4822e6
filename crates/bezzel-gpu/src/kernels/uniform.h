/* Conditions, equal for all threads, of loops and branches that contain a SYNC. PoCL, the usual driver
 * of CPUs, copies all that follows a barrier up to the end of the kernel if it can also be reached
 * without this barrier, and copies multiply. With a barrier in its condition, a loop is not turned into
 * one that tests at its end behind an `if`. So branches are loops too there. */
#ifdef CPU_DEVICE
#define UNIFORM(condition) (SYNC_GROUP(), (condition))
#define UNIFORM_IF(condition) for (bool once = (condition); UNIFORM(once); once = false)
#define UNIFORM_ELSE_IF(otherwise, condition) UNIFORM_IF((otherwise) && (condition))
/* The code behind it does nothing then. */
#define UNIFORM_RETURN_IF(condition, value)
#else
#define UNIFORM(condition) (condition)
#define UNIFORM_IF(condition) if (condition)
#define UNIFORM_ELSE_IF(otherwise, condition) else if (condition)
#define UNIFORM_RETURN_IF(condition, value)                                                        \
    if (condition)                                                                                 \
        return value
#endif

