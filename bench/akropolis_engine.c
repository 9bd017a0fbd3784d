/* How fast can a random 2-player game of Akropolis be played at all?
 * Minimal C engine on row bitmasks, with the peer's window of 13x13 cells so that both do the same work: complete list of legal placements at
 * every ply, uniform choice, application; scoring at the end of the game, or at every ply (as the peer does).
 * tiles.txt: one tile per line, "QGb 2" = hexes clockwise and number of players from which it is used.
 *   gcc -O3 -march=native -o akropolis_engine akropolis_engine.c && ./akropolis_engine tiles.txt 100000
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint32_t u32; typedef uint64_t u64; typedef uint8_t u8;
#define N 32
enum { QUARRY, BLUE, YELLOW, RED, PURPLE, GREEN, PLAZA /* PLAZA+color-1 */ };
#define LEVELS 12
typedef struct {
    u32 at[LEVELS][N];      /* at[h][row]: cells of height exactly h (h >= 1) */
    u32 built[N];
    u32 same[2][N];         /* triangles that are one whole tile, by shape and row */
    u32 kind[6][N];         /* visible hexes: quarry and the five districts */
    u8 height[N][N], type[N][N];
    int r0, r1, top, stones; u8 stars[6];
} City;
typedef struct { City c[2]; u8 site[4][3]; int site_n, stacks, deck_n; u8 deck[64][3]; } Game;
/* shape 0: (q,r) (q+1,r) (q,r+1);   shape 1: (q,r) (q+1,r) (q+1,r-1); both listed below clockwise */
static const int SHAPE[2][3][2] = {{{0, 0}, {1, 0}, {0, 1}}, {{0, 0}, {1, -1}, {1, 0}}};
static const u8 STARS[6] = {0, 1, 2, 2, 2, 3};
static int ntiles; static u8 tiles[64][3];
static u32 window[N];       /* ground cells that may be built: rows 10-22 here are the peer's rows 0-12 */

static int code(char c) { const char *s = "Qbyrpg", *p = strchr(s, c); if (p) return (int)(p - s); return PLAZA + (int)(strchr("BYRPG", c) - "BYRPG"); }

static inline void set_hex(City *c, int q, int r, int t) {
    u32 bit = 1u << q; int h = c->height[r][q];
    if (h) {
        c->at[h][r] &= ~bit;
        int old = c->type[r][q];
        if (old >= PLAZA) c->stars[old - PLAZA + 1] -= STARS[old - PLAZA + 1]; else { c->kind[old][r] &= ~bit; c->stones += old == QUARRY; }
    }
    c->height[r][q] = (u8)++h; c->type[r][q] = (u8)t; c->at[h][r] |= bit; c->built[r] |= bit;
    if (t >= PLAZA) c->stars[t - PLAZA + 1] += STARS[t - PLAZA + 1]; else c->kind[t][r] |= bit;
    if (h > c->top) c->top = h;
    if (r < c->r0) c->r0 = r;
    if (r > c->r1) c->r1 = r;
    /* a whole tile under this hex is whole no longer: forget the six triangles that hold this cell */
    c->same[0][r] &= ~(bit | bit >> 1); c->same[0][r - 1] &= ~bit;
    c->same[1][r] &= ~(bit | bit >> 1); c->same[1][r + 1] &= ~(bit >> 1);
}
static inline void put(City *c, int shape, int q, int r, int rot, const u8 *hex) {
    for (int i = 0; i < 3; i++) set_hex(c, q + SHAPE[shape][(i + rot) % 3][0], r + SHAPE[shape][(i + rot) % 3][1], hex[i]);
    c->same[shape][r] |= 1u << q;
}
static void start_city(City *c, int stones) {
    memset(c, 0, sizeof *c); c->r0 = c->r1 = 16; c->stones = stones;
    set_hex(c, 16, 16, PLAZA + 0); set_hex(c, 17, 16, QUARRY); set_hex(c, 16, 15, QUARRY); set_hex(c, 15, 17, QUARRY);
}
/* legal triangles: list of masks by (shape,row); returns their number */
static inline int legal(const City *c, u32 out[2][N]) {
    int n = 0, a = c->r0 - 2, b = c->r1 + 2;
    u32 fr[N + 2];
    for (int r = a - 1; r <= b + 1; r++) {       /* free cells that touch the city */
        u32 x = c->built[r], up = c->built[r - 1], dn = c->built[r + 1];
        fr[r] = (x << 1 | x >> 1 | up | up >> 1 | dn | dn << 1) & ~x;
    }
    for (int r = a; r <= b; r++) {
        u32 e = ~c->built[r] & window[r], eu = ~c->built[r - 1] & window[r - 1], ed = ~c->built[r + 1] & window[r + 1];
        u32 t0 = e & e >> 1 & ed & (fr[r] | fr[r] >> 1 | fr[r + 1]);
        u32 t1 = e & e >> 1 & eu >> 1 & (fr[r] | fr[r] >> 1 | fr[r - 1] >> 1);
        for (int h = 1; h <= c->top; h++) {
            const u32 *m = c->at[h]; u32 p = m[r] & m[r] >> 1;
            t0 |= p & m[r + 1] & ~c->same[0][r]; t1 |= p & m[r - 1] >> 1 & ~c->same[1][r];
        }
        out[0][r] = t0; out[1][r] = t1; n += __builtin_popcount(t0) + __builtin_popcount(t1);
    }
    return n;
}
static inline int weigh(const City *c, const u32 *m, int a, int b) { int s = 0; for (int r = a; r <= b; r++) { u32 x = m[r]; while (x) { s += c->height[r][__builtin_ctz(x)]; x &= x - 1; } } return s; }
static int score(const City *c) {
    int a = c->r0, b = c->r1, total = c->stones; u32 t[N], o[N];
    if (c->stars[GREEN]) total += c->stars[GREEN] * weigh(c, c->kind[GREEN], a, b);
    if (c->stars[YELLOW]) {
        const u32 *k = c->kind[YELLOW];
        for (int r = a; r <= b; r++) t[r] = k[r] & ~(k[r] << 1 | k[r] >> 1 | k[r - 1] | k[r - 1] >> 1 | k[r + 1] | k[r + 1] << 1);
        total += c->stars[YELLOW] * weigh(c, t, a, b);
    }
    if (c->stars[PURPLE]) {
        const u32 *k = c->built;
        for (int r = a; r <= b; r++) t[r] = c->kind[PURPLE][r] & k[r] << 1 & k[r] >> 1 & k[r - 1] & k[r - 1] >> 1 & k[r + 1] & k[r + 1] << 1;
        total += c->stars[PURPLE] * weigh(c, t, a, b);
    }
    if (c->stars[RED]) {                            /* flood the outside, then barracks that touch it */
        for (int r = a - 1; r <= b + 1; r++) o[r] = r == a - 1 || r == b + 1 ? ~0u : 0x80000001u;
        for (int changed = 1; changed;) {
            changed = 0;
            for (int r = a; r <= b; r++) {
                u32 x = o[r] | o[r - 1] | o[r - 1] >> 1 | o[r + 1] | o[r + 1] << 1, old;
                x &= ~c->built[r];
                do { old = x; x |= (x << 1 | x >> 1) & ~c->built[r]; } while (x != old);
                if (x != o[r]) { o[r] = x; changed = 1; }
            }
        }
        for (int r = a; r <= b; r++) t[r] = c->kind[RED][r] & (o[r] << 1 | o[r] >> 1 | o[r - 1] | o[r - 1] >> 1 | o[r + 1] | o[r + 1] << 1);
        total += c->stars[RED] * weigh(c, t, a, b);
    }
    if (c->stars[BLUE]) {                           /* most valuable group of houses */
        int best = 0; u32 left[N]; memcpy(left, c->kind[BLUE], sizeof left);
        for (int r = a; r <= b; r++) while (left[r]) {
            memset(t, 0, sizeof t); t[r] = left[r] & -left[r];
            for (int changed = 1; changed;) {
                changed = 0;
                for (int y = a; y <= b; y++) {
                    u32 x = (t[y] | t[y] << 1 | t[y] >> 1 | t[y - 1] | t[y - 1] >> 1 | t[y + 1] | t[y + 1] << 1) & left[y];
                    if (x != t[y]) { t[y] = x; changed = 1; }
                }
            }
            int w = weigh(c, t, a, b); if (w > best) best = w;
            for (int y = a; y <= b; y++) left[y] &= ~t[y];
        }
        total += c->stars[BLUE] * best;
    }
    return total;
}
/* ---- replay through ctypes: moves n x {tile a,b,c, slot, q0,r0,q1,r1,q2,r2} (axial, start plaza at 0,0); out: legal triangles before each ply, then 2 scores */
int load(const char *file) {
    FILE *f = fopen(file, "r"); char s[16]; int p;
    if (!f) return 0;
    for (ntiles = 0; fscanf(f, "%15s %d", s, &p) == 2;)
        if (p <= 2) { for (int i = 0; i < 3; i++) tiles[ntiles][i] = (u8)code(s[i]); ntiles++; }
    fclose(f);
    for (int row = 0; row < 13; row++) window[row + 10] = 0x1fffu << (13 - row / 2);
    return ntiles;
}
int replay(const int *moves, int n, int s0, int s1, int *out) {
    static Game g; start_city(&g.c[0], s0); start_city(&g.c[1], s1);
    for (int k = 0; k < n; k++) {
        const int *m = moves + 10 * k; City *c = &g.c[k & 1]; u32 mask[2][N]; u8 hex[3] = {(u8)code((char)m[0]), (u8)code((char)m[1]), (u8)code((char)m[2])};
        out[k] = legal(c, mask);
        int done = 0;
        for (int shape = 0; shape < 2 && !done; shape++) for (int rot = 0; rot < 3 && !done; rot++) {
            int q = m[4] + 16 - SHAPE[shape][rot][0], r = m[5] + 16 - SHAPE[shape][rot][1], ok = 1;
            for (int i = 0; i < 3; i++) ok &= q + SHAPE[shape][(i + rot) % 3][0] == m[4 + 2 * i] + 16 && r + SHAPE[shape][(i + rot) % 3][1] == m[5 + 2 * i] + 16;
            if (!ok) continue;
            if (!(mask[shape][r] >> q & 1)) return k + 1;
            c->stones -= m[3]; put(c, shape, q, r, rot, hex); done = 1;
        }
        if (!done) return k + 1;
    }
    out[n] = score(&g.c[0]); out[n + 1] = score(&g.c[1]);
    return 0;
}
static u64 rs;
static inline u64 rnd(void) { rs += 0x9e3779b97f4a7c15ull; u64 z = rs; z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull; return z ^ (z >> 31); }
static inline u32 below(u32 n) { return (u32)(((rnd() >> 32) * n) >> 32); }
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }
int main(int argc, char **argv) {
    if (argc < 2 || load(argv[1]) != 37) return 1;
    long games = argc > 2 ? atol(argv[2]) : 100000; static Game g;
    for (int every = 0; every < 2; every++) for (int rep = 0; rep < 3; rep++) {
        rs = (u64)rep + 1; long plies = 0, sum = 0, moves = 0, sink = 0; double t0 = cpu();
        for (long i = 0; i < games; i++) {
            u8 order[37]; for (int k = 0; k < 37; k++) order[k] = (u8)k;
            for (int k = 0; k < 36; k++) { int j = k + (int)below((u32)(37 - k)); u8 t = order[k]; order[k] = order[j]; order[j] = t; }
            int next = 4; g.site_n = 4; for (int k = 0; k < 4; k++) memcpy(g.site[k], tiles[order[k]], 3);
            start_city(&g.c[0], 1); start_city(&g.c[1], 2);
            for (int player = 0;; player ^= 1) {
                City *c = &g.c[player]; u32 mask[2][N]; int n = legal(c, mask), slots = c->stones + 1 < g.site_n ? c->stones + 1 : g.site_n;
                moves += 3l * n * slots;
                u32 k = below((u32)(3 * n * slots)), slot = k / (u32)(3 * n), rot = k % 3; k = k / 3 % (u32)n;
                int shape = 0, r = c->r0 - 2;
                for (;; shape ? (shape = 0, r++) : (shape = 1)) { u32 p = (u32)__builtin_popcount(mask[shape][r]); if (k < p) break; k -= p; }
                u32 m = mask[shape][r]; while (k--) m &= m - 1;
                c->stones -= (int)slot; put(c, shape, __builtin_ctz(m), r, (int)rot, g.site[slot]);
                memmove(g.site[slot], g.site[slot + 1], 3 * (3 - slot)); g.site_n--;
                plies++;
                if (every) sink += score(c);
                if (g.site_n == 1) { if (next == 37) break; for (int t = 0; t < 3; t++) memcpy(g.site[g.site_n++], tiles[order[next++]], 3); }
            }
            sum += score(&g.c[0]) + score(&g.c[1]);
        }
        double t = cpu() - t0;
        printf("%-24s games/s %.0f  plies/s %.3g  ns/ply %.0f  plies/game %.1f  legal moves/ply %.1f  mean score %.2f%s\n", every ? "scored at every ply" : "scored at the end",
               (double)games / t, (double)plies / t, 1e9 * t / (double)plies, (double)plies / (double)games, (double)moves / (double)plies, (double)sum / 2 / (double)games, sink == 42 ? " " : "");
    }
    return 0;
}
