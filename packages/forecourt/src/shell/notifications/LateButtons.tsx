import { HelpButton } from '../shortcuts/HelpButton.tsx';
import { Beside } from '../Beside.tsx';
import Bell from './Bell.tsx';

/** The buttons of the header that come after the first page. */
export default function LateButtons() {
  return (
    <>
      <Beside>
        <HelpButton />
      </Beside>
      <Beside>
        <Bell />
      </Beside>
    </>
  );
}
