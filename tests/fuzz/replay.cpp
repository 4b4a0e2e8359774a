// A stand-in for libFuzzer where it is missing: runs a fuzz target over every file of the given folders and over a
// fixed number of mutations of each. Deterministic, so that a failure comes back. An input that crashes or takes longer
// than ten seconds is written to ./fuzz-failure before the program dies.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Sanitizers end in SIGABRT, so that their findings reach the handler below as well.
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1"; }

namespace {

constexpr unsigned seconds_per_input = 10;
constexpr std::size_t longest_mutated_seed = 1 << 18;

std::string current_input;

extern "C" void save_and_die(int signal_number) {
    const int file = open("fuzz-failure", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const ssize_t written = write(file, current_input.data(), current_input.size());
    const char message[] = "replay: the failing input is in ./fuzz-failure\n";
    const ssize_t told = write(STDERR_FILENO, message, sizeof message - 1);
    _exit(written < 0 || told < 0 ? 2 : 128 + signal_number);
}

void run(std::string input) {
    current_input = std::move(input);
    alarm(seconds_per_input);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current_input.data()), current_input.size());
    alarm(0);
}

std::vector<std::string> read_seeds(int count, char** paths) {
    std::vector<std::filesystem::path> files;
    for (int i = 0; i < count; ++i) {
        if (!std::filesystem::exists(paths[i])) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(paths[i])) {
            if (entry.is_regular_file()) files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> seeds;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return seeds;
}

class Mutator {
public:
    explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

    std::string mutate(std::string text) {
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
        return text;
    }

private:
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

    void change(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = std::min(below(40), text.size() - at);
        switch (below(5)) {
            case 0: text.resize(at); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(at, text.substr(at, length)); break;
            case 3: text.insert(at, 1, static_cast<char>(below(256))); break;
            default: {
                const std::string& other = seeds_[below(seeds_.size())];
                text.insert(at, other.substr(below(other.size() + 1), below(200)));
            }
        }
    }

    const std::vector<std::string>& seeds_;
    std::mt19937_64 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s MUTATIONS FOLDER...\n", argv[0]);
        return 2;
    }
    for (const int signal_number : {SIGABRT, SIGSEGV, SIGFPE, SIGALRM}) std::signal(signal_number, save_and_die);
    const std::vector<std::string> seeds = read_seeds(argc - 2, argv + 2);
    if (seeds.empty()) {
        std::fprintf(stderr, "%s: no seeds found\n", argv[0]);
        return 2;
    }
    Mutator mutator(seeds);
    const int mutations = std::atoi(argv[1]);
    for (const std::string& seed : seeds) {
        run(seed);
        for (int i = 0; i < mutations && seed.size() <= longest_mutated_seed; ++i) run(mutator.mutate(seed));
    }
    std::printf("%zu seeds, %d mutations of each\n", seeds.size(), mutations);
    return 0;
}
