/** `Car parks` → `Car park`, `addresses` → `address`: a guess that is easily corrected. */
export const singular = (word: string): string =>
  /[^aeiou]ies$/.test(word)
    ? `${word.slice(0, -3)}y`
    : /(ss|x|ch|sh|us)es$/.test(word)
      ? word.slice(0, -2)
      : /[^aiosu]s$|[aeiou]os$|ses$/.test(word)
        ? word.slice(0, -1)
        : word;

/** `Car park` → `Car parks`, and what is plural stays so: a guess that is easily corrected. */
export const plural = (word: string): string =>
  !/[a-z]$/.test(word) || singular(word) !== word
    ? word
    : /(s|x|ch|sh)$/.test(word)
      ? `${word}es`
      : /[^aeiou]y$/.test(word)
        ? `${word.slice(0, -1)}ies`
        : `${word}s`;
