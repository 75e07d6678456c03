// Loaded under a process (LD_PRELOAD): records what it writes to the files of a folder, in order, and fails a call where it is told to.
//
//   HOGLET_RECORD_FOLDER  the folder, with a slash at its end
//   HOGLET_RECORD_LOG     the record: for each call 32 bytes, the file's name and the bytes
//                         (kind, length of the name, length of the bytes, offset, monotonic time in ns)
//
// A write to the file "control" of the folder is no write: its text "<n> <errno>" lets the n-th call on these files from then on fail, opens,
// reads, renames and removals among them; with ENOMEM the n-th allocation of SQLite. "0 0" lets none fail.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE = 2, SYNC_BEGINS = 3, SYNC_ENDS = 4 };
enum { MOST_FILES = 4096 };

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char *names[MOST_FILES];
static int record = -1;
static long fail_in = 0;
static int fail_with = 0;

#define REAL(type, name) static __typeof__(type) *real; if (real == NULL) real = (__typeof__(type) *)dlsym(RTLD_NEXT, name)

typedef ssize_t write_call(int, const void *, size_t);
typedef int open_call(const char *, int, ...);

static void put(uint64_t kind, int fd, const void *bytes, uint64_t length, int64_t offset) {
  REAL(write_call, "write");
  if (record < 0) {
    const char *path = getenv("HOGLET_RECORD_LOG");
    open_call *open_file = (open_call *)dlsym(RTLD_NEXT, "open");
    if (path == NULL || (record = open_file(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) return;
  }
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t name_length = strlen(names[fd]);
  int64_t head[4] = {(int64_t)(kind | name_length << 8), (int64_t)length, offset, now.tv_sec * 1000000000LL + now.tv_nsec};
  if (real(record, head, sizeof head) < 0 || real(record, names[fd], name_length) < 0) abort();
  if (length > 0 && real(record, bytes, length) < 0) abort();
}

static int is_watched(int fd) { return fd >= 0 && fd < MOST_FILES && names[fd] != NULL; }

// Is this the call that fails?
static int fails_now(void) {
  if (fail_in == 0 || fail_with == ENOMEM || --fail_in > 0) return 0;
  errno = fail_with;
  return 1;
}

static int fails(int fd) { return is_watched(fd) && fails_now(); }

static int fails_path(const char *path) {
  const char *folder = getenv("HOGLET_RECORD_FOLDER");
  if (fail_in == 0 || folder == NULL || strncmp(path, folder, strlen(folder)) != 0) return 0;
  pthread_mutex_lock(&lock);
  int is_failed = fails_now();
  pthread_mutex_unlock(&lock);
  return is_failed;
}

// The code of SQLite. Node ends the process when an allocation of its own fails.
static uintptr_t sqlite_from = 0, sqlite_to = 0;

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (strstr(info->dlpi_name, "better-sqlite3/") == NULL) return 0;
  for (int each = 0; each < info->dlpi_phnum; each++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[each];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    sqlite_from = info->dlpi_addr + part->p_vaddr;
    sqlite_to = sqlite_from + part->p_memsz;
  }
  return 1;
}

static void control(const char *text, size_t length) {
  char copy[64] = "";
  memcpy(copy, text, length < 63 ? length : 63);
  sscanf(copy, "%ld %d", &fail_in, &fail_with);
  if (fail_with == ENOMEM) dl_iterate_phdr(find_sqlite, NULL);
}

static int fails_alloc(void *caller) {
  uintptr_t at = (uintptr_t)caller;
  if (fail_in <= 0 || fail_with != ENOMEM || at < sqlite_from || at >= sqlite_to) return 0;
  return __atomic_sub_fetch(&fail_in, 1, __ATOMIC_RELAXED) == 0;
}

void *malloc(size_t size) {
  extern void *__libc_malloc(size_t);
  return fails_alloc(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *realloc(void *before, size_t size) {
  extern void *__libc_realloc(void *, size_t);
  return fails_alloc(__builtin_return_address(0)) ? NULL : __libc_realloc(before, size);
}

static int opened(int fd, const char *path) {
  const char *folder = getenv("HOGLET_RECORD_FOLDER");
  if (fd < 0 || fd >= MOST_FILES || folder == NULL || strncmp(path, folder, strlen(folder)) != 0) return fd;
  const char *name = path + strlen(folder);
  size_t length = strlen(name);
  if (length > 4 && strcmp(name + length - 4, "-shm") == 0) return fd;
  pthread_mutex_lock(&lock);
  names[fd] = strdup(name);
  pthread_mutex_unlock(&lock);
  return fd;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(open_call, #name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (fails_path(path)) return -1; \
    return opened(real(path, flags, mode), path); \
  }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to) {
  REAL(int (const char *, const char *), "rename");
  return fails_path(from) ? -1 : real(from, to);
}

int unlink(const char *path) {
  REAL(int (const char *), "unlink");
  return fails_path(path) ? -1 : real(path);
}

int close(int fd) {
  REAL(int (int), "close");
  if (is_watched(fd)) {
    pthread_mutex_lock(&lock);
    free(names[fd]);
    names[fd] = NULL;
    pthread_mutex_unlock(&lock);
  }
  return real(fd);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write_call, "write");
  if (!is_watched(fd)) return real(fd, bytes, length);
  pthread_mutex_lock(&lock);
  ssize_t done = (ssize_t)length;
  if (strcmp(names[fd], "control") == 0) control(bytes, length);
  else if (fails(fd)) done = -1;
  else {
    off_t at = lseek(fd, 0, SEEK_CUR);
    done = real(fd, bytes, length);
    if (done > 0) put(WRITE, fd, bytes, (uint64_t)done, at);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

#define PWRITE(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off_t at) { \
    REAL(ssize_t (int, const void *, size_t, off_t), #name); \
    if (!is_watched(fd)) return real(fd, bytes, length, at); \
    pthread_mutex_lock(&lock); \
    ssize_t done = fails(fd) ? -1 : real(fd, bytes, length, at); \
    if (done > 0) put(WRITE, fd, bytes, (uint64_t)done, at); \
    pthread_mutex_unlock(&lock); \
    return done; \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define PREAD(name) \
  ssize_t name(int fd, void *bytes, size_t length, off_t at) { \
    REAL(ssize_t (int, void *, size_t, off_t), #name); \
    if (!is_watched(fd)) return real(fd, bytes, length, at); \
    pthread_mutex_lock(&lock); \
    int is_failed = fails(fd); \
    pthread_mutex_unlock(&lock); \
    return is_failed ? -1 : real(fd, bytes, length, at); \
  }
PREAD(pread)
PREAD(pread64)

#define TRUNCATE_FILE(name) \
  int name(int fd, off_t size) { \
    REAL(int (int, off_t), #name); \
    if (!is_watched(fd)) return real(fd, size); \
    pthread_mutex_lock(&lock); \
    int done = fails(fd) ? -1 : real(fd, size); \
    if (done == 0) put(TRUNCATE, fd, NULL, 0, size); \
    pthread_mutex_unlock(&lock); \
    return done; \
  }
TRUNCATE_FILE(ftruncate)
TRUNCATE_FILE(ftruncate64)

static int64_t syncs = 0;

#define SYNC(name) \
  int name(int fd) { \
    REAL(int (int), #name); \
    if (!is_watched(fd)) return real(fd); \
    pthread_mutex_lock(&lock); \
    int is_failed = fails(fd); \
    int64_t id = ++syncs; \
    if (!is_failed) put(SYNC_BEGINS, fd, NULL, 0, id); \
    pthread_mutex_unlock(&lock); \
    if (is_failed || real(fd) != 0) return -1; \
    pthread_mutex_lock(&lock); \
    if (is_watched(fd)) put(SYNC_ENDS, fd, NULL, 0, id); \
    pthread_mutex_unlock(&lock); \
    return 0; \
  }
SYNC(fsync)
SYNC(fdatasync)
