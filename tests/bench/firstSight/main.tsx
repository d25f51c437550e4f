import { createRoot } from 'react-dom/client';
import { Admin, Datagrid, DateField, List, NumberField, Resource, TextField, type DataProvider } from 'react-admin';

/** What a page must say to be let in: the token that the product's own pages keep. */
const token = (): string => {
  const stored = JSON.parse(localStorage.getItem('Access-Token') ?? '{}') as { value?: string };
  return stored.value ?? '';
};

async function getList(resource: string): Promise<{ data: { id: number }[]; total: number }> {
  const answer = await fetch(`/api/${resource}/list?pageNo=1&pageSize=20&sortField=id&sortOrder=descend`, {
    headers: { authorization: `Bearer ${token()}`, 'accept-language': 'en-US' },
  });
  const { data } = (await answer.json()) as { data: { list: { id: number }[]; total: number } };
  return { data: data.list, total: data.total };
}

/** A bare page reads one list and does nothing else. */
const dataProvider = { getList } as unknown as DataProvider;

const Orders = () => (
  <List>
    <Datagrid>
      <TextField source="orderNo" />
      <TextField source="renterName" />
      <TextField source="plate" />
      <TextField source="pickupStoreName" />
      <DateField source="plannedPickupTime" showTime />
      <DateField source="plannedReturnTime" showTime />
      <TextField source="status" />
      <NumberField source="total" />
      <NumberField source="due" />
    </Datagrid>
  </List>
);

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider}>
    <Resource name="order" list={Orders} />
  </Admin>,
);
