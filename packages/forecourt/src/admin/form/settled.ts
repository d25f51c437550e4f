import { createContext } from 'react';

/** Names of the fields that the page behind a form has decided: they are saved with it and not asked for. */
export const SettledFields = createContext<readonly string[]>([]);
