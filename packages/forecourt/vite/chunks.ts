/** Libraries that every page needs: of MUI without the parts that only forms and dialogs have. They stay the same from release to release. */
const LIBRARIES = [
  /node_modules\/(react|react-dom|scheduler|react-router)\//,
  /node_modules\/(@mui\/material\/(?!(esm\/)?(Drawer|Slide|Step|Radio|Switch|DialogContentText|LinearProgress|ToggleButton|Pagination|usePagination|FormControlLabel|FormGroup|AlertTitle|Tabs?\/|TabScrollButton|ListItem(Button|SecondaryAction)?\/|TableContainer))|(@mui\/(system|utils|private-theming|styled-engine)|@emotion|stylis|@popperjs|react-transition-group|clsx)\/|@mui\/icons-material\/(esm\/)?(SettingsOutlined|TableRowsOutlined)\.)/,
  /node_modules\/(ra-core\/dist\/(?!form|dataProvider\/(fetch|use(Create|Update|GetOne))\.)|ra-ui-materialui\/dist\/(?!input|form)|@tanstack\/[\w-]+\/build\/modern\/(?!(queries|infiniteQuery)Observer|use(Infinite)?Quer(ies|y)\.)|lodash\/(?!(merge|isPlainObject|toPlainObject)\.|_(safeGet|getPrototype|baseFor|createBaseFor|baseCreate|copy\w+|\w*([mM]erge|[cC]lone|Assigner))\.)|(ra-i18n-polyglot|node-polyglot|eventemitter3|react-error-boundary)\/)/,
];

/** Ours that every list needs, and most details do. */
const FIRST = [
  // Values and what is done to records.
  /forecourt\/src\/(model\/(payload|conditions)|platform\/codes|admin\/\w+\/(registry|FaultBoundary|loadFault|reading|madeOf|settings|saveBlob|format|files|PageSkeleton|ConfirmDialog|FieldValue|offeredActions|recordPaths|RecordLink|recordTitle|countText|kinds|ToneChip|listRequest|PageQueries|keptFiles|unsavedChanges|LoadProblem|refusal|StartButton|StillOffered))\.[jt]sx?$/,
  // A list.
  /@mui\/icons-material\/(esm\/)?(AccountTreeOutlined|Add|BookmarkBorder|CalendarMonthOutlined|CheckBox|CheckBoxOutlineBlank|Checklist|FileDownloadOutlined|FileUploadOutlined|FilterList|MapOutlined|Refresh|Search|ViewKanbanOutlined|ViewModuleOutlined|ViewWeekOutlined)\.|forecourt\/src\/admin\/(list\/(ResourceList|ListCards|ListPages|ListHeader|ListHead|ListBody|ListTable|ListRows|FilterBar|FilterInput|FilterPlace|filterWidths|FilterChips|KeywordInput|FirstCell|filterModel|useMoreBeside|rememberedRows|useBulkActions|ExportButton|useDownload|SelectButton|TabRow|twoLines)|actions\/(ActionButton|TextButton|ActionList|DeleteAction|MoreMenu|RowActions|useAction)|controls\/(RelationControl|useChoiceBox|SearchBox|searchedChoices|useFitting)|routing\/(useFormParameter|useRecordLink|useRecordPages)|rows\/(NewButton|TableSkeleton|useRowClick|useRowsMeta)|bulkEdit\/(BulkEditButton|bulkFields)|columns\/ColumnsChoice|saved\/SavedFiltersButton|transfer\/ImportButton|inline\/useInlineColumns|dialogs\/ConfirmedButton|views\/(OwnRowsView|ownViews|ViewSwitch)|page\/(RefreshButton|useSecondFrame)|deleted\/(deletedRows|useDeletionNotice)|form\/(LazyFormDialog|drafts|payload))\.[jt]sx?$/,
  // The shell.
  /forecourt\/src\/shell\/(colours|storedChoice|layoutSettings|useMode|theme|themeComponents|themeInputs|themeLook|themePlain|routeTitle|shellContext|menuEntries|useDocumentTitle|LanguageMenu|Mark|MenuIcon|MenuNav|SideMenu)\.tsx?$|forecourt\/src\/admin\/shortcuts\/shortcuts\.[jt]s$/,
];

const anyOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/**
 * What every page needs, in a few files; forms and everything rarer load with their pages. Left alone, the bundler cuts this into ninety pieces
 * that compress a tenth worse, and each file that is asked for takes a browser a millisecond and a half. `first` names files of the application
 * that every list needs.
 */
export const codeSplitting = (first: readonly RegExp[]) => ({
  groups: [
    { name: 'libraries', priority: 2, test: anyOf(LIBRARIES) },
    // The entry needs these and nothing else: it must not wait for libraries.
    {
      name: 'start',
      priority: 3,
      test: /vite\/preload-helper|forecourt\/src\/(shell\/(language|lastingStorage)|browser\/basePath|locale\/(locale|current))\.[jt]s$/,
    },
    { name: 'first', priority: 1, test: anyOf([...FIRST, ...first]) },
  ],
});

/** Named in the page itself (preloadFirst.ts): looked for again with each part that loads later, they take longer than the part. */
export const HERE_ALREADY = /\/(rolldown-runtime|libraries|start|first|app|draw|SignedInApp)-[\w-]+\.js$/;
