import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { applicationParts } from './packages/forecourt/vite/applicationParts.ts';
import { firstPaint } from './packages/forecourt/vite/firstPaint.ts';
import { preloadFirst } from './packages/forecourt/vite/preloadFirst.ts';

const SERVER = 'http://127.0.0.1:8080';

/** Our modules only define: importing one thing from a folder's index.ts must not load the others. */
const treeshake = { moduleSideEffects: [{ test: /\/(packages\/forecourt|src\/rental)\//, sideEffects: false }] };

/** Libraries that every page needs: of MUI without the parts that only forms and dialogs have. They stay the same from release to release. */
const LIBRARIES = [
  /node_modules\/(react|react-dom|scheduler|react-router)\//,
  /node_modules\/(@mui\/material\/(?!(esm\/)?(Drawer|Slide|Step|Radio|Switch|DialogContentText|LinearProgress|ToggleButton|Pagination|usePagination|FormControlLabel|FormGroup|AlertTitle|Tabs?\/|TabScrollButton|ListItem(Button|SecondaryAction)?\/|TableContainer))|(@mui\/(system|utils|private-theming|styled-engine)|@emotion|stylis|@popperjs|react-transition-group|clsx)\/|@mui\/icons-material\/(esm\/)?(SettingsOutlined|TableRowsOutlined)\.)/,
  /node_modules\/(ra-core\/dist\/(?!form|dataProvider\/(fetch|use(Create|Update|GetOne))\.)|ra-ui-materialui\/dist\/(?!input|form)|@tanstack\/[\w-]+\/build\/modern\/(?!(queries|infiniteQuery)Observer|use(Infinite)?Quer(ies|y)\.)|lodash\/(?!(merge|isPlainObject|toPlainObject)\.|_(safeGet|getPrototype|baseFor|createBaseFor|baseCreate|copy\w+|\w*([mM]erge|[cC]lone|Assigner))\.)|(ra-i18n-polyglot|node-polyglot|eventemitter3|react-error-boundary)\/)/,
];

/** Ours that every list needs, and most details do. */
const FIRST = [
  // Values and what is done to records.
  /packages\/forecourt\/src\/(model\/(payload|conditions)|platform\/codes|admin\/\w+\/(registry|FaultBoundary|loadFault|reading|madeOf|settings|saveBlob|format|files|PageSkeleton|ConfirmDialog|FieldValue|offeredActions|recordPaths|RecordLink|recordTitle|countText|kinds|ToneChip|listRequest|PageQueries|keptFiles|unsavedChanges|LoadProblem|refusal|StartButton|StillOffered))\.tsx?$/,
  // A list.
  /@mui\/icons-material\/(esm\/)?(AccountTreeOutlined|Add|BookmarkBorder|CalendarMonthOutlined|CheckBox|CheckBoxOutlineBlank|Checklist|FileDownloadOutlined|FileUploadOutlined|FilterList|MapOutlined|Refresh|Search|ViewKanbanOutlined|ViewModuleOutlined|ViewWeekOutlined)\.|src\/rental\/pages\/provider\.ts$|packages\/forecourt\/src\/admin\/(list\/(ResourceList|ListCards|ListPages|ListHeader|ListHead|ListBody|ListTable|ListRows|FilterBar|FilterInput|FilterPlace|filterWidths|FilterChips|KeywordInput|FirstCell|filterModel|useMoreBeside|rememberedRows|useBulkActions|ExportButton|useDownload|SelectButton|TabRow|twoLines)|actions\/(ActionButton|TextButton|ActionList|DeleteAction|MoreMenu|RowActions|useAction)|controls\/(RelationControl|useEnterChooses|SearchBox|searchedChoices|useFitting)|routing\/(useFormParameter|useRecordLink|useRecordPages)|rows\/(ListEmpty|NewButton|TableSkeleton|useRowClick|useRowsMeta)|bulkEdit\/(BulkEditButton|bulkFields)|columns\/ColumnsChoice|saved\/SavedFiltersButton|transfer\/ImportButton|inline\/useInlineColumns|dialogs\/ConfirmedButton|views\/(OwnRowsView|ownViews|ViewSwitch)|page\/(RefreshButton|useSecondFrame)|deleted\/(deletedRows|useDeletionNotice)|form\/(LazyFormDialog|drafts|payload))\.tsx?$/,
  // The shell.
  /packages\/forecourt\/src\/shell\/(colours|storedChoice|layoutSettings|useMode|theme|themeComponents|themeInputs|themeLook|themePlain|routeTitle|shellContext|menuEntries|useDocumentTitle|LanguageMenu|Mark|MenuIcon|MenuNav|SideMenu)\.tsx?$|packages\/forecourt\/src\/admin\/shortcuts\/shortcuts\.ts$/,
];

const anyOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/**
 * What every page needs, in a few files; forms and everything rarer load with their pages. Left alone, the bundler cuts this into ninety pieces
 * that compress a tenth worse (`node scripts/bundle-size.mjs`), and each file that is asked for takes a browser a millisecond and a half.
 */
const codeSplitting = {
  groups: [
    { name: 'libraries', priority: 2, test: anyOf(LIBRARIES) },
    // The entry needs these and nothing else: it must not wait for libraries.
    {
      name: 'start',
      priority: 3,
      test: /vite\/preload-helper|packages\/forecourt\/src\/(shell\/(language|lastingStorage)|browser\/basePath|locale\/(locale|current))\.ts$/,
    },
    { name: 'first', priority: 1, test: anyOf(FIRST) },
  ],
};

/** Named in the page itself (packages/forecourt/vite/preloadFirst.ts): looked for again with each part that loads later, they take longer than the part. */
const HERE_ALREADY = /\/(rolldown-runtime|libraries|start|first|app|draw|SignedInApp)-[\w-]+\.js$/;

/** Texts that only the server says, and those of the printable sheets, which read their catalogues themselves: no page waits for them. */
export const TEXTS_APART = [
  ...['permissions', 'roles', 'rental.print', 'rental.sms'],
  ...['catalogue', 'confirm', 'dispatch', 'gps', 'holiday', 'importRows', 'sms'].map((part) => `msg.${part}`),
  ...[
    'deduction',
    'dispatchPlan',
    'document.refusal',
    'gps',
    'inspection',
    'maintenance',
    'member.refusal',
    'order.warning',
    'preauth.refusal',
    'refund.refusal.state',
    'storage',
    'trip',
    'violation.refusal',
  ].map((part) => `rental.${part}`),
];
/** Texts that load with what shows them (`useTexts`), and those that a message of a channel keeps by their keys. */
const TEXTS_LATER = [
  'dashboards',
  ...['channels', 'time'].map((part) => `msg.${part}`),
  ...['address', 'explain'].map((part) => `rental.booking.${part}`),
  ...['cancel', 'carChange', 'deposits', 'editTime', 'log', 'payment', 'reject', 'sheets', 'tasks'].map(
    (part) => `rental.order.${part}`,
  ),
  ...['channel', 'quote', 'vehicle', 'tasks', 'handover', 'damage', 'stock', 'price', 'drawer'].map(
    (part) => `rental.${part}`,
  ),
];

/** Code tables that the screens of one resource show. */
const TEXTS_WITH = { 'codes.timeZone': 'city', 'codes.bank': 'supplier', 'codes.messageTopic': 'outbox' };

/** The browser part. `npm run dev` serves it with hot reload against a server started beside it. */
export default defineConfig({
  /** Parts name each other from where they stand. The server writes the path that all addresses begin with into the page (PUBLIC_URL). */
  base: './',
  plugins: [
    react(),
    applicationParts({ textsApart: TEXTS_APART, textsLater: TEXTS_LATER, textsWith: TEXTS_WITH }),
    firstPaint(),
    preloadFirst(),
  ],
  /** Shared by all applications; the root is the folder of one. */
  publicDir: fileURLToPath(new URL('public', import.meta.url)),
  resolve: {
    alias: [
      {
        find: 'object.entries',
        replacement: fileURLToPath(new URL('packages/forecourt/src/shell/nativeEntries.cjs', import.meta.url)),
      },
      {
        find: /^jsonexport\/dist\/index\.js$/,
        replacement: fileURLToPath(new URL('packages/forecourt/src/shell/serverExport.ts', import.meta.url)),
      },
      {
        find: /^(inflection|\.\.?\/(BulkActionsToolbar|BulkDeleteButton|ColumnsSelector|ColumnsSelectorItem)\.js)$/,
        replacement: fileURLToPath(new URL('packages/forecourt/src/shell/notDrawn.ts', import.meta.url)),
      },
      {
        find: 'query-string',
        replacement: fileURLToPath(new URL('packages/forecourt/src/shell/queryString.ts', import.meta.url)),
      },
      {
        find: 'react-router-dom',
        replacement: fileURLToPath(new URL('packages/forecourt/src/shell/oneRouter.ts', import.meta.url)),
      },
      {
        find: /^\.\/dashboards\.ts$/,
        replacement: fileURLToPath(new URL('packages/forecourt/src/model/trustedDashboards.ts', import.meta.url)),
      },
      {
        find: /^\.\/vocabulary\.ts$/,
        replacement: fileURLToPath(new URL('packages/forecourt/src/model/trustedVocabulary.ts', import.meta.url)),
      },
    ],
  },
  /** The server writes a fresh nonce into each page: the content security policy allows nothing inline without it. */
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !HERE_ALREADY.test(file)) : files,
    },
    manifest: true,
    // The largest part is the outline of the world's countries (756 kB of data), which only a map loads. What every page waits for is held to
    // its size by tests/unit/firstLoad.test.ts.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { treeshake, output: { codeSplitting } },
  },
  server: {
    fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] },
    proxy: { '/api': SERVER, '/files': SERVER },
  },
});
