/** More choices than this are searched by typing; fewer stand in a list. */
export const SEARCHED_CHOICES = 30;
