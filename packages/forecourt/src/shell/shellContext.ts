import { createContext, use, type ComponentType } from 'react';

/** A menu entry that belongs to no resource (a dashboard, a calendar). */
export interface ShellEntry {
  readonly path: string;
  /** Patterns of its further pages (`/order/detail/:id`): the entry is the chosen one there too. */
  readonly pages?: readonly string[];
  /** i18n key. */
  readonly title: string;
  readonly group: string;
  readonly sort: number;
  readonly icon: string;
  /** Any of these keys shows it; none = every signed-in user. */
  readonly permission?: string | readonly string[];
}

/** One step of setting an empty system up: the list of a resource, done as soon as it has `least` records (1). Text: `setUp.<resource>`. */
export interface SetUpStep {
  readonly resource: string;
  readonly least?: number;
}

export interface ShellConfig {
  /** Icons by the names that resources and groups use. */
  readonly icons: Readonly<Record<string, ComponentType<{ fontSize?: 'small' | 'inherit' }>>>;
  /** Menu groups in their order, with their icons. */
  readonly groups: readonly { readonly key: string; readonly icon: string }[];
  readonly entries: readonly ShellEntry[];
  /** What an empty system needs, in this order. */
  readonly setUp?: readonly SetUpStep[];
  readonly landingPath: string;
  readonly loginPath: string;
}

export const ShellContext = createContext<ShellConfig | undefined>(undefined);

export function useShell(): ShellConfig {
  const config = use(ShellContext);
  if (!config) throw new Error('ShellContext is missing above this component');
  return config;
}
