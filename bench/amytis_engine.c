/* How fast can a random game of The Architects of Amytis be played at all?
 * A minimal C engine (both sides of the building cards, projects, favours, end and final scoring), used
 * as a yardstick: plies per second of uniformly random games on one core;
 * Written from the rule book; the 20 project patterns are read from a text file
 * (one per line: PATTERN POINTS, e.g. "G../.B./..O 8").
 *   gcc -O3 -march=native -o amytis_engine amytis_engine.c && ./amytis_engine patterns.txt 2000000
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64; typedef uint32_t u32; typedef uint16_t u16; typedef uint8_t u8;
enum { GARDEN, MARKET, WALL, PALACE, RESIDENCE, THEATER };
enum { F_ONE, F_TWO, F_THREE, F_FOUR, F_STAIRS, F_CORNERS, F_PROJECTS, F_BOTTOM };
enum { FULL = 0x1ff, CORNERS = 0x145, EDGE = 0x1ef };

static u64 place_[20][16]; static int n_place[20], points_[20];
static u8 line_[512];

typedef struct {
    u64 colors;        /* four 9-bit masks: visible tiles of each colour */
    u64 hgt;           /* nine 4-bit stack heights */
    u64 types;         /* six 9-bit masks: visible tiles of each type */
    u32 hand, done;    /* project cards held / validated */
    u16 arch;          /* stacks of the main board with one of my architects */
    u16 score, favors; /* building points; bit i: favour i (0-6) */
    u8 pawns, bottom;
} Side;

typedef struct {
    u8 tile[9][5];     /* colour*6+type, [0] is the bottom */
    u8 left[9];
    u16 nonempty, taken; /* taken: favours 0-6 already claimed by anybody */
    Side s[2];
    u8 display[3], deck[20], deck_n, first, bottom_used;
    u8 side;           /* bit t: type t uses side B */
} Game;

void init_projects(int i, const char *pattern, int pts) {
    int p[3][3], h = 0, w = 0, r = 0, c = 0;
    memset(p, -1, sizeof p);
    for (const char *q = pattern; *q && *q != ' ' && *q != '\n'; q++) {
        if (*q == '/') { r++; c = 0; continue; }
        const char *k = strchr("BGOP", *q);
        if (*q != '.') p[r][c] = (int)(k - "BGOP");
        c++; if (c > w) w = c; if (r + 1 > h) h = r + 1;
    }
    n_place[i] = 0; points_[i] = pts;
    for (int rot = 0; rot < 4; rot++) {
        for (int dr = 0; dr + h <= 3; dr++) for (int dc = 0; dc + w <= 3; dc++) {
            u64 m = 0;
            for (int y = 0; y < h; y++) for (int x = 0; x < w; x++)
                if (p[y][x] >= 0) m |= 1ull << (9 * p[y][x] + (y + dr) * 3 + x + dc);
            int seen = 0;
            for (int k = 0; k < n_place[i]; k++) seen |= place_[i][k] == m;
            if (!seen) place_[i][n_place[i]++] = m;
        }
        int q[3][3]; memset(q, -1, sizeof q);
        for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) q[x][h - 1 - y] = p[y][x];
        memcpy(p, q, sizeof p); int t = h; h = w; w = t;
    }
}

void init_tables(void) {
    static const u16 lines[8] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};
    for (int m = 0; m < 512; m++) { line_[m] = 0; for (int i = 0; i < 8; i++) line_[m] |= (m & lines[i]) == lines[i]; }
}

static inline int pop(u64 x) { return __builtin_popcountll(x); }
static inline u32 nth_bit(u32 m, u32 n) { while (n--) m &= m - 1; return (u32)__builtin_ctz(m); }

/* how many of the nine heights equal v */
static inline int count_height(u64 hgt, u32 v) {
    u64 x = hgt ^ (0x111111111ull * v);
    x |= x >> 1; x |= x >> 2;
    return 9 - pop(x & 0x111111111ull);
}

/* step 1: retrieve */
static inline void retrieve(Side *me) { if (line_[me->arch] || pop(me->arch) == 4) me->arch = 0; }
static inline u32 available(const Game *g) { return g->nonempty & ~(g->s[0].arch | g->s[1].arch); }

/* steps 2-3; returns the type of the tile */
static inline int build(Game *g, int player, int stack, int cell) {
    Side *me = &g->s[player];
    int t = g->tile[stack][--g->left[stack]];
    if (!g->left[stack]) g->nonempty &= (u16)~(1u << stack);
    me->arch |= (u16)(1u << stack);
    int color = t / 6, type = t % 6;
    u64 bit = 1ull << cell;
    me->colors = (me->colors & ~(bit * 0x8040201ull)) | bit << (9 * color);
    me->types = (me->types & ~(bit * 0x201008040201ull)) | bit << (9 * type);
    me->hgt += 1ull << (4 * cell);
    int b = (g->side >> type) & 1, pts = 0;
    u32 h = (u32)(me->hgt >> (4 * cell)) & 15;
    switch (type) {
    case GARDEN: pts = b ? 2 * (int)h : count_height(me->hgt, h); break;
    case MARKET: {
        u32 same = (u32)pop((me->colors >> (9 * color)) & FULL);
        pts = b ? pop(me->colors) - (int)same : 2 * (int)same; break; }
    case WALL: {
        u32 w = (u32)(me->types >> (9 * WALL)) & FULL;
        static const u8 B[5] = {0, 1, 4, 8, 10};
        pts = b ? B[pop(w & CORNERS)] : 2 * pop(w & EDGE); break; }
    case RESIDENCE:
        if (b) pts = 2 * pop(me->types & ((u64)FULL << (9 * RESIDENCE) | (u64)FULL << (9 * MARKET)));
        else for (int k = 0; k < 6; k++) pts += ((me->types >> (9 * k)) & FULL) != 0;
        break;
    case THEATER: pts = b ? 2 * pop(me->arch) : pop(g->s[0].arch) + pop(g->s[1].arch); break;
    default: break;
    }
    me->score += (u16)pts;
    return type;
}

/* palace: choice 0-2 display slot, 3 deck, 4 score (side B only) */
static inline void palace(Game *g, int player, int choice) {
    Side *me = &g->s[player];
    int b = (g->side >> PALACE) & 1;
    if (choice == 4) { me->score += (u16)(pop(g->s[0].done) + pop(g->s[1].done)); return; }
    if (choice == 3) me->hand |= 1u << g->deck[--g->deck_n];
    else { me->hand |= 1u << g->display[choice]; g->display[choice] = g->deck[--g->deck_n]; }
    if (!b) me->score += (u16)pop((me->types >> (9 * PALACE)) & FULL);
}

static inline void projects(Side *me) {
    u64 c = me->colors;
    for (u32 m = me->hand; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        for (int k = 0; k < n_place[i]; k++)
            if ((c & place_[i][k]) == place_[i][k]) { me->hand ^= 1u << i; me->done |= 1u << i; break; }
    }
}

static inline u32 favor_options(const Game *g, const Side *me) {
    return (u32)(~g->taken & 0x7f) | (u32)(g->bottom_used < 6 && me->bottom < 4) << F_BOTTOM;
}
static inline void claim(Game *g, Side *me, int f) {
    me->pawns--;
    if (f == F_BOTTOM) { me->bottom++; g->bottom_used++; } else { me->favors |= (u16)(1u << f); g->taken |= (u16)(1u << f); }
}

static int final_projects(const Side *me) { int p = 0; for (u32 m = me->done; m; m &= m - 1) p += points_[__builtin_ctz(m)]; return p; }
static int final_favors(const Side *me) {
    static const u8 bottom[5] = {0, 4, 10, 18, 30}, per[4] = {3, 2, 4, 6};
    static const u8 lines[6][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8}};
    int p = bottom[me->bottom];
    for (int f = 0; f < 4; f++) if (me->favors >> f & 1) p += per[f] * count_height(me->hgt, (u32)f + 1);
    if (me->favors >> F_STAIRS & 1) for (int i = 0; i < 6; i++) {
        int a = (me->hgt >> (4 * lines[i][0])) & 15, b = (me->hgt >> (4 * lines[i][1])) & 15, c = (me->hgt >> (4 * lines[i][2])) & 15;
        if (b == 2 && a + c == 4 && (a == 1 || a == 3)) p += 6;
    }
    if (me->favors >> F_CORNERS & 1) for (int i = 0; i < 9; i++) if (CORNERS >> i & 1) p += 5 * (((me->hgt >> (4 * i)) & 15) >= 3);
    if (me->favors >> F_PROJECTS & 1) p += 2 * pop(me->done);
    return p;
}

/* ---- replay through ctypes. moves: n x {take, place, project(-1|card|20 deck|21 score), favor(-1|f)}; returns 0 or the failing turn+1 */
int replay(const u8 *stacks /*9x5 bottom first*/, const u8 *display, const u8 *hand0, int n0, const u8 *hand1, int n1,
           const u8 *deck /*12, next first*/, int first, int side, const int *moves, int n, int *out /* [2][3] points, [2] done masks */) {
    Game g; memset(&g, 0, sizeof g);
    memcpy(g.tile, stacks, 45); memset(g.left, 5, 9); g.nonempty = FULL; g.side = (u8)side; g.first = (u8)first;
    memcpy(g.display, display, 3); g.deck_n = 12; for (int i = 0; i < 12; i++) g.deck[i] = deck[11 - i];
    for (int i = 0; i < n0; i++) g.s[0].hand |= 1u << hand0[i];
    for (int i = 0; i < n1; i++) g.s[1].hand |= 1u << hand1[i];
    g.s[0].pawns = g.s[1].pawns = 5;
    int player = first, over = 0;
    for (int k = 0; k < n; k++, player ^= 1) {
        if (over) return k + 1;
        Side *me = &g.s[player]; const int *mv = moves + 4 * k;
        retrieve(me);
        if (!(available(&g) >> mv[0] & 1)) return k + 1;
        if (build(&g, player, mv[0], mv[1]) == PALACE) {
            int c = mv[2] == 20 ? 3 : mv[2] == 21 ? 4 : -1;
            for (int i = 0; c < 0 && i < 3; i++) if (g.display[i] == mv[2]) c = i;
            if (c < 0 || (c == 4 && !(g.side >> PALACE & 1))) return k + 1;
            palace(&g, player, c);
        } else if (mv[2] >= 0) return k + 1;
        projects(me);
        if (line_[me->arch] && me->pawns) {
            if (mv[3] < 0 || !(favor_options(&g, me) >> mv[3] & 1)) return k + 1;
            claim(&g, me, mv[3]);
        } else if (mv[3] >= 0) return k + 1;
        over = player != first && pop(g.nonempty) <= 7;
    }
    if (!over) return n + 1;
    for (int p = 0; p < 2; p++) {
        out[3 * p] = g.s[p].score; out[3 * p + 1] = final_projects(&g.s[p]); out[3 * p + 2] = final_favors(&g.s[p]);
        out[6 + p] = (int)g.s[p].done;
    }
    return 0;
}

/* ---- random games */
static u64 rs;
static inline u64 rnd(void) { rs += 0x9e3779b97f4a7c15ull; u64 z = rs; z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull; return z ^ (z >> 31); }
static inline u32 below(u32 n) { return (u32)(((rnd() >> 32) * n) >> 32); }

static void deal(Game *g, int side) {
    u8 bag[48], cards[20];
    for (int i = 0; i < 48; i++) bag[i] = (u8)(i % 24);
    for (int i = 0; i < 45; i++) { int j = i + (int)below((u32)(48 - i)); u8 t = bag[i]; bag[i] = bag[j]; bag[j] = t; }
    memset(g, 0, sizeof *g);
    memcpy(g->tile, bag, 45); memset(g->left, 5, 9); g->nonempty = FULL; g->side = (u8)side;
    for (int i = 0; i < 20; i++) cards[i] = (u8)i;
    for (int i = 0; i < 19; i++) { int j = i + (int)below((u32)(20 - i)); u8 t = cards[i]; cards[i] = cards[j]; cards[j] = t; }
    memcpy(g->display, cards, 3);
    for (int i = 3; i < 5; i++) g->s[0].hand |= 1u << cards[i];
    for (int i = 5; i < 8; i++) g->s[1].hand |= 1u << cards[i];
    memcpy(g->deck, cards + 8, 12); g->deck_n = 12;
    g->s[0].pawns = g->s[1].pawns = 5;
}

static inline int turn(Game *g, int player, long *decisions) {
    Side *me = &g->s[player];
    retrieve(me);
    u32 av = available(g);
    u32 r = below((u32)pop(av) * 9);
    ++*decisions;
    if (build(g, player, (int)nth_bit(av, r / 9), (int)(r % 9)) == PALACE) { palace(g, player, (int)below(4 + (g->side >> PALACE & 1))); ++*decisions; }
    projects(me);
    if (line_[me->arch] && me->pawns) { u32 f = favor_options(g, me); claim(g, me, (int)nth_bit(f, below((u32)pop(f)))); ++*decisions; }
    return player && pop(g->nonempty) <= 7;
}

static double cpu(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }

int main(int argc, char **argv) {
    FILE *f = fopen(argv[1], "r"); char line[64]; int n = 0;
    if (!f) return 1;
    while (fgets(line, sizeof line, f) && n < 20) { init_projects(n++, line, atoi(strchr(line, ' ') + 1)); }
    fclose(f); init_tables();
    long games = argc > 2 ? atol(argv[2]) : 1000000;
    for (int copy = 0; copy < 3; copy++) for (int rep = 0; rep < 3; rep++) {
        rs = (u64)rep * 7919 + 1;
        long plies = 0, decisions = 0, sum = 0; Game g, h; volatile u8 sink = 0;
        double t0 = cpu();
        for (long i = 0; i < games; i++) {
            if (copy < 2) deal(&g, 0);
            else if (i & 127) g = h;                          /* 128 playouts from each start: no shuffling */
            else { deal(&g, 0); h = g; }
            for (int player = 0;; player ^= 1) {
                if (copy == 1) { h = g; sink ^= h.left[i % 9]; __asm__ volatile("" ::"m"(h)); }  /* as a search that copies the state at each ply */
                plies++;
                if (turn(&g, player, &decisions)) break;
            }
            for (int p = 0; p < 2; p++) sum += g.s[p].score + final_projects(&g.s[p]) + final_favors(&g.s[p]);
        }
        double t = cpu() - t0;
        printf("%-22s games/s %.0f  turns/s %.3g  decisions/s %.3g  ns/turn %.1f  turns/game %.2f  mean score %.2f  state %zu bytes\n",
               copy == 0 ? "deal + play" : copy == 1 ? "deal + play + copy/ply" : "play only (same deal)", (double)games / t, (double)plies / t, (double)decisions / t,
               1e9 * t / (double)plies, (double)plies / (double)games, (double)sum / (double)games / 2, sizeof(Game));
    }
    return 0;
}
