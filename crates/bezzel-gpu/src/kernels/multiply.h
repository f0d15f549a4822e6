/* Products of bits for devices without tensor cores for them, by exchanging words. */

#ifndef MULTIPLY
/* Lane 4 i + w passes word w of the rows above(i), below(i), and of the columns left(i), right(i).
 * It adds to sum[k], with j = 2 w + k, the common bits of above(i) and left(j), and of below(i) and
 * right(j). exchange: 128 words. */
DEVICE void multiply(u32 sum[2], u32 above, u32 below, u32 left, u32 right, u32 *exchange)
{
    exchange[LANE] = above;
    exchange[32 + LANE] = below;
    exchange[64 + LANE] = left;
    exchange[96 + LANE] = right;
    SYNC_WARP();
    u32 row = LANE & 28;
    for (u32 k = 0; k < 2; k++) {
        u32 column = 4 * (2 * (LANE & 3) + k);
        for (u32 word = 0; word < 4; word++) {
            sum[k] += popc(exchange[row + word] & exchange[64 + column + word]);
            sum[k] += popc(exchange[32 + row + word] & exchange[96 + column + word]);
        }
    }
    SYNC_WARP();
}
#endif
