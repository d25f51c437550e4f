import type { ComponentType } from 'react';
import type { AdminSource, Catalogue, LabelStore } from '../admin/index.ts';
import type { DashboardDeclaration, PageDeclaration } from '../model/index.ts';
import type { ShellConfig } from './shellContext.ts';

/** Where sign-in leads without a redirect target (D-SHELL-01). */
export const LANDING = '/dashboard/workplace';
export const SIGN_IN = '/user/login';

/** A page of the signed-in shell that belongs to no resource. */
export interface AppPage extends PageDeclaration {
  /** A `loadable` one comes before it is drawn: with the first page, or while a link to it is rested on. */
  readonly component: ComponentType;
  /** Parts of the catalogue that it draws with, and resources whose schema it knows: they come beside its code. */
  readonly texts?: readonly string[];
  readonly resources?: readonly string[];
}

/** What menu and address bar need of a page of figures. */
export type DashboardEntry = Pick<DashboardDeclaration, 'path' | 'permission' | 'menu' | 'greeting' | 'period'>;

/** What an application tells the browser part beside its folders `schemas`, `resources` and `i18n`, which the build reads. */
export type Application = Partial<Omit<AppConfig, 'entries' | 'parts' | 'dashboards' | 'catalogue' | 'labels'>>;

/** An application complete with what every application has. */
export interface AppConfig extends Omit<AdminSource, 'labels'> {
  /** Icons by the names that resources, groups and entries use. */
  readonly icons: ShellConfig['icons'];
  /** Menu groups in their order. */
  readonly groups: ShellConfig['groups'];
  /** What an empty system needs, in this order: the start page lists it until all of it is there. */
  readonly setUp?: ShellConfig['setUp'];
  readonly pages?: readonly AppPage[];
  /** Declared pages of figures; what each shows its reader is told by the server. */
  readonly dashboards?: readonly DashboardEntry[];
  /** Pages that need no session, outside the shell. */
  readonly publicPages?: readonly { readonly path: string; readonly component: ComponentType }[];
  /** Landing page; default: the dashboard declared at its address, else links to everything the user may open. */
  readonly home?: ComponentType;
  /** The catalogue of the chosen language, react-admin's keys included. */
  readonly catalogue: Catalogue;
  /** Labels of that language that load with their resource. */
  readonly labels?: LabelStore;
}
