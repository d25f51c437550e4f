import {
  BooleanField,
  BulkDeleteButton,
  BulkExportButton,
  ColumnsButton,
  CreateButton,
  DataTable,
  DateField,
  EditButton,
  ExportButton,
  FilterButton,
  List,
  SearchInput,
  ShowButton,
  TopToolbar,
} from 'react-admin';

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
);

const Bulk = () => (
  <>
    <BulkExportButton />
    <BulkDeleteButton />
  </>
);

export default function PostList() {
  return (
    <List filters={[<SearchInput key="keyword" source="keyword" alwaysOn />]} actions={<Actions />}>
      <DataTable bulkActionButtons={<Bulk />}>
        <DataTable.Col source="title" />
        <DataTable.NumberCol source="views" />
        <DataTable.Col source="commentable" field={BooleanField} />
        <DataTable.Col source="publishedOn" field={DateField} />
        <DataTable.Col label="Actions">
          <EditButton />
          <ShowButton />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}
