// One answer of `crowfly check` held against the reference.
#pragma once

#include <cstdint>
#include <string>

#include "tiny/combination.hpp"
#include "tiny/reference.hpp"

namespace crowfly::tiny {

struct Judgement {
    enum class Kind : std::uint8_t { refused, unknown, agrees, contradicts };
    Kind kind = Kind::refused;
    std::string what = {};  // the sentence, the reason, or the contradiction
};

// A directory for the model and for --disk, which is removed in the end. If the program crashes it stays, with the last
// command in the file `command`.
class Workplace {
public:
    Workplace();
    ~Workplace();
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;

    std::string model() const { return folder_ + "/model.xta"; }
    std::string empty_directory() const;
    void write_model(const Net& net) const;
    void write_command(const std::string& line) const;

private:
    std::string folder_;
};

// The reference must have been made for the network and the question; the model must have been written.
Judgement judge(const Case& subject, const Combination& combination, const Reference& reference,
                const Workplace& workplace);

}  // namespace crowfly::tiny
