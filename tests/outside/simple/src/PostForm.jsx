import { BooleanInput, Create, DateInput, Edit, NumberInput, required, SimpleForm, TextInput } from 'react-admin';
import { JsonInput } from 'react-admin-json-view';
import { RichTextInput } from 'ra-input-rich-text';

const Fields = () => (
  <SimpleForm>
    <TextInput source="title" validate={required()} />
    <RichTextInput source="body" />
    <NumberInput source="views" />
    <BooleanInput source="commentable" />
    <DateInput source="publishedOn" />
    <JsonInput source="extra" reactJsonOptions={{ name: 'extra', enableClipboard: false }} />
  </SimpleForm>
);

export default function PostForm({ id }) {
  return id === undefined ? (
    <Create redirect="list">
      <Fields />
    </Create>
  ) : (
    <Edit>
      <Fields />
    </Edit>
  );
}
