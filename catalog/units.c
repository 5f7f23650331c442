/* units.c - units of columns in the language of the reader. What is a sign (GB, W, mm) is the same
 * in every language and has no row. */
#include "base/str.h"
#include "catalog/schema.h"

static const struct {
    const char *unit;
    enum msg_id text;
} words[] = {
    {"1/day", MSG_CATALOG_UNIT_A_DAY},
    {"1/min", MSG_CATALOG_UNIT_A_MINUTE},
    {"1/s", MSG_CATALOG_UNIT_A_SECOND},
    {"1e6 activations", MSG_CATALOG_UNIT_MEGA_ACTS},
    {"1e9 tokens", MSG_CATALOG_UNIT_GIGA_TOKENS},
    {"GB as sold", MSG_CATALOG_UNIT_GB_SOLD},
    {"GB/s both directions", MSG_CATALOG_UNIT_BOTH_WAYS},
    {"U, 0 = desktop", MSG_CATALOG_UNIT_U_DESKTOP},
    {"USD per unit of currency", MSG_CATALOG_UNIT_USD_PER},
    {"W each", MSG_CATALOG_UNIT_W_EACH},
    {"a month and machine", MSG_CATALOG_UNIT_MONTH_MACHINE},
    {"bays", MSG_CATALOG_UNIT_BAYS},
    {"boxes on one host card", MSG_CATALOG_UNIT_BOXES_CARD},
    {"U, 0 = desk", MSG_CATALOG_UNIT_U_DESK},
    {"W without drives", MSG_CATALOG_UNIT_W_EMPTY},
    {"cards", MSG_CATALOG_UNIT_CARDS},
    {"cards from which on sales is asked", MSG_CATALOG_UNIT_CARDS_SALES},
    {"cards of a new account", MSG_CATALOG_UNIT_CARDS_QUOTA},
    {"channels", MSG_CATALOG_UNIT_CHANNELS},
    {"connectors", MSG_CATALOG_UNIT_CONNECTORS},
    {"cores", MSG_CATALOG_UNIT_CORES},
    {"currency", MSG_CATALOG_UNIT_CURRENCY},
    {"currency / hour, whole machine", MSG_CATALOG_UNIT_MONEY_HOUR},
    {"currency / kWh", MSG_CATALOG_UNIT_MONEY_KWH},
    {"currency / month, whole machine", MSG_CATALOG_UNIT_MONEY_MONTH},
    {"currency / unit", MSG_CATALOG_UNIT_MONEY_UNIT},
    {"devices", MSG_CATALOG_UNIT_DEVICES},
    {"drives", MSG_CATALOG_UNIT_DRIVES},
    {"elements", MSG_CATALOG_UNIT_ELEMENTS},
    {"places", MSG_CATALOG_UNIT_PLACES},
    {"fans", MSG_CATALOG_UNIT_FANS},
    {"fraction", MSG_CATALOG_UNIT_FRACTION},
    {"generation", MSG_CATALOG_UNIT_GENERATION},
    {"generation, 0 = software", MSG_CATALOG_UNIT_GENERATION_SOFT},
    {"heads", MSG_CATALOG_UNIT_HEADS},
    {"lanes", MSG_CATALOG_UNIT_LANES},
    {"lanes of its card", MSG_CATALOG_UNIT_LANES_CARD},
    {"layers", MSG_CATALOG_UNIT_LAYERS},
    {"leads or sockets", MSG_CATALOG_UNIT_LEADS},
    {"measurements", MSG_CATALOG_UNIT_MEASUREMENTS},
    {"min", MSG_CATALOG_UNIT_MINUTES},
    {"months", MSG_CATALOG_UNIT_MONTHS},
    {"parts", MSG_CATALOG_UNIT_PARTS},
    {"ports", MSG_CATALOG_UNIT_PORTS},
    {"quote per base", MSG_CATALOG_UNIT_QUOTE},
    {"s", MSG_CATALOG_UNIT_SECONDS},
    {"samples", MSG_CATALOG_UNIT_SAMPLES},
    {"separate memories", MSG_CATALOG_UNIT_MEMORIES},
    {"size_unit", MSG_CATALOG_UNIT_SIZE_UNIT},
    {"slots", MSG_CATALOG_UNIT_SLOTS},
    {"sockets", MSG_CATALOG_UNIT_SOCKETS},
    {"threads", MSG_CATALOG_UNIT_THREADS},
    {"tokens", MSG_CATALOG_UNIT_TOKENS},
    {"unit", MSG_CATALOG_UNIT_UNIT},
    {"year", MSG_CATALOG_UNIT_YEAR},
    {"years", MSG_CATALOG_UNIT_YEARS},
    {"zones", MSG_CATALOG_UNIT_ZONES},
};

static int row_of(const char *unit)
{
    for (int i = 0; i < (int)(sizeof words / sizeof words[0]); i++) {
        if (str_eq(unit, words[i].unit))
            return i;
    }
    return -1;
}

const char *schema_unit(const struct column *c, enum lang lang)
{
    int row = c->unit != NULL ? row_of(c->unit) : -1;

    return row >= 0 ? msg_text(lang, words[row].text) : schema_sign(c);
}

const char *schema_sign(const struct column *c)
{
    return c->unit != NULL && row_of(c->unit) < 0 ? c->unit : "";
}
