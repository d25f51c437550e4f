import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { CodeSearch, CodesSearch } from './CodeSearch.tsx';

strictConsole();

const CHOICES = ['Dune', 'Emma', 'Emil'].map((label, code) => ({ code, text: String(code), label }));

/** Its choices come when the button is pressed. */
function Late({ several = false, onSend }: { several?: boolean; onSend: () => void }) {
  const [come, setCome] = useState(false);
  const [values, setValues] = useState<readonly unknown[]>([]);
  const shared = { choices: come ? CHOICES : [], settled: come, ariaLabel: 'Book', field: {} };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {several ? (
        <CodesSearch {...shared} values={values} onChange={setValues} />
      ) : (
        <CodeSearch {...shared} value={values[0]} onChange={(code) => setValues([code])} />
      )}
      <output>{values.join()}</output>
      <button type="button" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={() => setCome(true)}>
        Come
      </button>
    </form>
  );
}

it.each([
  ['one code', false, '1'],
  ['several codes', true, '1'],
] as const)(
  'an Enter in the box of %s waits for the choices, takes the first hit and sends nothing',
  async (_name, several, wanted) => {
    let sent = 0;
    await renderAdmin(<Late several={several} onSend={() => (sent += 1)} />);
    const input = await screen.findByRole('combobox');
    await userEvent.type(input, 'em{Enter}');
    expect(screen.getByRole('status').textContent).not.toBe(wanted);
    await userEvent.click(screen.getByText('Come'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(wanted));
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(input, 'nobody{Enter}');
    expect(sent).toBe(0);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('admin.relation.none')).toBeNull();
  },
);

it('an Enter that ends a word of an input method chooses nothing', async () => {
  await renderAdmin(<Late onSend={() => undefined} />);
  const input = await screen.findByRole('combobox');
  await userEvent.type(input, 'em');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  await userEvent.click(screen.getByText('Come'));
  await screen.findByRole('option', { name: 'Emma' });
  expect(screen.getByRole('status').textContent).toBe('');
});

it('an Enter that still waits is given up with the list', async () => {
  await renderAdmin(<Late onSend={() => undefined} />);
  const input = await screen.findByRole('combobox');
  await userEvent.type(input, 'em{Enter}');
  await userEvent.click(document.body);
  await userEvent.click(input);
  await userEvent.click(screen.getByText('Come'));
  await screen.findByRole('option', { name: 'Dune' });
  expect(screen.getByRole('status').textContent).toBe('');
});
