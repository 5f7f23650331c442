/* own_currency.h - inside of own: prices of the user's own are in money whose rate is known. */
#ifndef CATALOG_OWN_CURRENCY_H
#define CATALOG_OWN_CURRENCY_H

#include "catalog/own.h"

/* own_check_currencies: a fault for each cell of b with a currency that no rate names: of the
 * catalog with the user's own rows over it, of the price file (NULL, "" or none there: left out),
 * of b itself. A price in it could be compared with no other. ERR_NOMEM. */
enum err own_check_currencies(const struct book *b, struct db *catalog, const char *prices_path,
                              struct faults *f, struct err_info *e);

#endif
