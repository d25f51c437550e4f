/** For tests of an application's pages: a server that answers from memory, a console that must stay silent, and screens drawn alone. */
import type { TranslationMessages } from 'react-admin';
import type { EntitySchema } from './src/model/index.ts';
import english from './src/shell/catalogues/en-US.ts';
import thai from './src/shell/catalogues/th-TH.ts';
import chinese from './src/shell/catalogues/zh-CN.ts';

export { adminSource, type WholeSource } from './src/admin/testing/adminSource.ts';
export { BrokenLine } from './src/admin/testing/brokenLine.ts';
export { fakeServer, memoryStorage, type Call, type Reply } from './src/admin/testing/fakeServer.ts';
export { renderAdmin, type RenderOptions } from './src/admin/testing/renderAdmin.tsx';
export { strictConsole } from './src/admin/testing/strictConsole.ts';
export { ActionButton } from './src/admin/actions/ActionButton.tsx';
export { offeredActions } from './src/admin/actions/offeredActions.ts';
export { RowActions } from './src/admin/actions/RowActions.tsx';
export { default as DashboardPage } from './src/admin/dashboard/DashboardPage.tsx';
export { default as FormDialog } from './src/admin/form/FormDialog.tsx';
export { default as ResourceForm } from './src/admin/form/ResourceForm.tsx';
export { FilePicker } from './src/admin/inputs/FilePicker.tsx';
export { FirstCell } from './src/admin/list/FirstCell.tsx';
export { rowFields } from './src/admin/rows/rowFields.ts';
export { default as FurtherPage } from './src/admin/show/FurtherPage.tsx';
export { Thumbnails } from './src/admin/values/displayFiles.tsx';
export { loadComponent } from './src/admin/values/loadable.ts';
export { registeredComponent, registeredReads } from './src/admin/values/registry.ts';
export { RecordName } from './src/admin/views/RecordName.tsx';

/** Loads what a form loads when it shows a map, so that a test has it from the start. */
export const loadMaps = () =>
  Promise.all([import('./src/admin/maps/AreaEditor.tsx'), import('./src/admin/maps/PointPicker.tsx')]);

/** Texts of the framework and of react-admin by language, under which an application lays its own. */
export const FRAMEWORK_CATALOGUES: Readonly<Record<'zh-CN' | 'en-US' | 'th-TH', TranslationMessages>> = {
  'zh-CN': chinese,
  'en-US': english,
  'th-TH': thai,
};

/** Schemas that every application has, by their files. */
export const PLATFORM_SCHEMAS = import.meta.glob<EntitySchema>('./src/platform/schemas/*.json', {
  eager: true,
  import: 'default',
});
