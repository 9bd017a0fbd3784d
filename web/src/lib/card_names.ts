/** The construction cards of Akropolis's Athena expansion, in the order of their numbers. */
export const CARD_NAMES =
  "housing villa district_center city_market storehouses luxury_goods rampart guard_tower fortress sanctuary pantheon pilgrims_stairs oasis hanging_gardens parkland main_street quarry_mine agora".split(
    " ",
  );
