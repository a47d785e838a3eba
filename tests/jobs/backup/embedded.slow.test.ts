import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { describeBackup } from './describe-backup.ts';

describeBackup('a copy of the embedded directory', openEmbeddedTestStore, openEmbeddedTestStore);
