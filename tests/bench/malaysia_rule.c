/* The same rule as schemes/malaysia, game by game, in C: the yardstick for the compiled form. */
#include <stdint.h>

typedef struct {
    int32_t rating, games, peak, since, last_game, took_part, titles, title_order, gathered;
    int64_t gathered_opponents; int32_t gathered_score, born, sex, outside, event, event_rating, event_peak;
} player;
typedef struct { int32_t day, tournament, first, second, row; int16_t round; int8_t main, result; int32_t year; } game;
typedef struct { int32_t version, rounds, national; } tournament;
typedef struct {
    int64_t k[4], k_from[3], k_forever, k_forever_from, last_rounds, last_addition, table_end, first[6];
    int64_t table[1024];
} rules;

static int64_t k_of(const rules *p, const player *who, int last)
{
    int64_t k = who->peak >= p->k_forever_from ? p->k_forever
              : who->rating < p->k_from[0] ? p->k[0]
              : who->rating < p->k_from[1] ? p->k[1]
              : who->rating < p->k_from[2] ? p->k[2] : p->k[3];
    return last ? k + p->last_addition : k;
}

static int64_t expected(const rules *p, int64_t own, int64_t opponent)
{
    int64_t d = own - opponent, apart = d < 0 ? -d : d;
    int64_t higher = p->table[apart < p->table_end ? apart : p->table_end];
    return d >= 0 ? higher : 100 - higher;
}

static int64_t k_of_game(int64_t own, int64_t own_k, int64_t other, int64_t other_k, int64_t score)
{
    if (own == other) return score == 0 ? other_k : own_k;
    if (own > other) return score == 100 ? own_k : other_k;
    return score == 0 ? other_k : own_k;
}

static int64_t rounded(int64_t x) /* hundredths, half away from zero */
{
    return x >= 0 ? (2 * x + 100) / 200 : -((-2 * x + 100) / 200);
}

static void enter(const rules *p, player *who, int32_t day)
{
    if (who->since) return;
    int level = 0;
    while (level < 5 && !(who->titles & (1 << level))) level++;
    who->rating = (int32_t)p->first[level];
    who->since = day;
    if (who->rating > who->peak) who->peak = who->rating;
}

static void settle(player *who, int64_t gain, int32_t day)
{
    who->last_game = day;
    who->rating += (int32_t)gain;
    who->games++;
    if (who->rating > who->peak) who->peak = who->rating;
}

void play(const rules *versions, const tournament *tournaments, player *players, const game *games, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const game *g = &games[i];
        const tournament *t = &tournaments[g->tournament];
        const rules *p = &versions[t->version];
        if (g->result > 2) continue;
        player *a = &players[g->first], *b = &players[g->second];
        enter(p, a, g->day);
        enter(p, b, g->day);
        int last = g->round > t->rounds - p->last_rounds;
        int64_t own = a->rating, other = b->rating, score = g->result == 2 ? 50 : g->result == 0 ? 100 : 0;
        int64_t own_k = k_of(p, a, last), other_k = k_of(p, b, last);
        int64_t gain = rounded(k_of_game(own, own_k, other, other_k, score) * (score - expected(p, own, other)));
        score = 100 - score;
        int64_t back = rounded(k_of_game(other, other_k, own, own_k, score) * (score - expected(p, other, own)));
        settle(a, gain, g->day);
        settle(b, back, g->day);
    }
}
