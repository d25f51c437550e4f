import type english from 'ra-language-english';

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** Exactly the keys of react-admin's English texts: a language that misses one, or has one too many, does not compile. */
export type ReactAdminTexts = Texts<typeof english>;
