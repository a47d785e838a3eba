import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';
import { describeBackup } from './describe-backup.ts';

const source = useTestStore(openEmbeddedTestStore);
const target = useTestStore(openEmbeddedTestStore);
describeBackup('a copy of the embedded directory', source, target);
