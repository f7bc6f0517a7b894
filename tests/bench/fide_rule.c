/* The same rules as schemes/fide_standard for a list of rated players, in C: the yardstick for the compiled form. */
#include <stdint.h>

typedef struct {
    int32_t version, in_force, first_list, start, end, year, rounds, seconds, increment, registered, hours_x100;
    int8_t is_long, match, team, national, official, late_approved, rate_all;
} event;
typedef struct { int32_t player, event; int16_t opponent; int8_t score, counts; int32_t game; } side;
typedef struct {
    int32_t rating, games, peak, since, last_game, pool, on_list, first_event, on_record, born, sex, titles, outside;
} person;
typedef struct { int16_t rating, games, peak; } row;
typedef struct {
    int64_t cap, cap_exempt_from, floor, k_new, k_new_games, k_top, k_top_from, k_junior, k_junior_age, k_junior_below,
        k_normal, k_limit, days, strong_days, moves, top_from, top_minutes, middle_from, middle_minutes, minutes,
        expected_last, expected[1024];
} rules;

static int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

static int time_enough(const rules *p, const event *e, int64_t first, int64_t second)
{
    if (e->seconds < 0) return 1;
    int64_t higher = max(first, second);
    int64_t minutes = higher >= p->top_from ? p->top_minutes : higher >= p->middle_from ? p->middle_minutes : p->minutes;
    return e->seconds + p->moves * e->increment >= 60 * minutes;
}

static int64_t expected(const rules *p, int64_t own, int64_t opponent)
{
    int64_t d = own - opponent;
    if (own < p->cap_exempt_from) d = min(max(d, -p->cap), p->cap);
    int64_t higher = p->expected[min(d < 0 ? -d : d, p->expected_last)];
    return d >= 0 ? higher : 100 - higher;
}

static int64_t k_of(const rules *p, row who, int64_t born, int64_t year, int64_t games)
{
    int64_t k = p->k_normal;
    if (who.games < p->k_new_games) k = p->k_new;
    else if (who.peak >= p->k_top_from) k = p->k_top;
    else if (born > 0 && year <= born + p->k_junior_age && who.peak < p->k_junior_below) k = p->k_junior;
    return k * games <= p->k_limit ? k : p->k_limit / games;
}

static int64_t rounded(int64_t x) /* hundredths, half away from zero */
{
    return x >= 0 ? (2 * x + 100) / 200 : -((-2 * x + 100) / 200);
}

static void write_side(side *s, int32_t player, int32_t number, int64_t opponent, int64_t score, int64_t game)
{
    *s = (side){player, number, (int16_t)opponent, (int8_t)score, 1, (int32_t)game};
}

static int64_t judge(const rules *versions, const int32_t *order, int64_t count, const event *events,
                     const int64_t *offset, const int32_t *first, const int32_t *second, const int8_t *result,
                     const row *history, int64_t players, int64_t base, side *sides)
{
    int64_t written = 0;
    for (int64_t i = 0; i < count; i++) {
        int32_t number = order[i];
        const event *e = &events[number];
        const rules *p = &versions[e->version];
        const row *ratings = history + (e->in_force - base) * players;
        if (!e->late_approved && e->start - e->registered < p->days) continue;
        for (int64_t g = offset[number]; g < offset[number + 1]; g++) {
            int64_t a = ratings[first[g]].rating, b = ratings[second[g]].rating;
            if (result[g] > 2 || !time_enough(p, e, a, b)) continue;
            int64_t score = result[g] == 2 ? 1 : result[g] == 0 ? 2 : 0;
            if (b > 0) write_side(&sides[written++], first[g], number, b, score, 2 * g);
            if (a > 0) write_side(&sides[written++], second[g], number, a, 2 - score, 2 * g + 1);
        }
    }
    return written;
}

static int64_t gather(const side *judged, int64_t written, side *sides, int32_t *place, int32_t *touched)
{
    int64_t players = 0, begin = 0;
    for (int64_t i = 0; i < written; i++) {
        if (place[judged[i].player]++ == 0) touched[players++] = judged[i].player;
    }
    for (int64_t i = 0; i < players; i++) {
        int32_t count = place[touched[i]];
        place[touched[i]] = (int32_t)begin;
        begin += count;
    }
    for (int64_t i = 0; i < written; i++) sides[place[judged[i].player]++] = judged[i];
    return players;
}

static int64_t period_change(const rules *versions, const event *events, const side *sides, int64_t begin, int64_t end,
                             int64_t born, int64_t player, const row *history, int64_t players, int64_t base,
                             int64_t number)
{
    int64_t total = 0;
    for (int64_t i = begin; i < end;) {
        const event *e = &events[sides[i].event];
        const rules *p = &versions[e->version];
        row own = history[(e->in_force - base) * players + player];
        if (own.rating == 0) own = history[(number - 1 - base) * players + player];
        int64_t k = k_of(p, own, born, e->year, end - begin), change = 0;
        for (int32_t here = sides[i].event; i < end && sides[i].event == here; i++)
            change += 50 * sides[i].score - expected(p, own.rating, sides[i].opponent);
        total += k * change;
    }
    return rounded(total);
}

void one_list(const rules *versions, const int32_t *order, int64_t count, const event *events, const int64_t *offset,
              const int32_t *first, const int32_t *second, const int8_t *result, const row *history,
              int64_t players, int64_t base, int64_t number, side *judged, side *sides, int32_t *place,
              int32_t *touched, person *people)
{
    int64_t written = judge(versions, order, count, events, offset, first, second, result, history, players, base, judged);
    int64_t rated = gather(judged, written, sides, place, touched), begin = 0;
    for (int64_t i = 0; i < rated; i++) {
        int32_t player = touched[i];
        int64_t end = place[player], games = end - begin;
        int64_t rating = history[(number - 1 - base) * players + player].rating
            + period_change(versions, events, sides, begin, end, people[player].born, player, history, players, base, number);
        person *now = people + player;
        now->on_list = (int32_t)games;
        now->last_game = (int32_t)number;
        now->on_record = 1;
        if (rating < versions->floor) {
            now->rating = now->games = 0;
        } else {
            now->rating = (int32_t)rating;
            now->games = (int32_t)min(now->games + games, 32000);
            now->peak = (int32_t)max(now->peak, rating);
        }
        place[player] = 0;
        begin = end;
    }
}
